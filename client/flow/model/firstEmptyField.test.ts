import { expect, test } from '@jest/globals';
import { recordedFlow } from '../../../test/support/flows/recordedFlow.ts';
import { inputAttributes } from '../../../shared/flow/inputAttributes.ts';
import { sections } from './sections.ts';
import type { FlowKind } from '../../../shared/page.ts';
import { firstEmptyField } from './firstEmptyField.ts';

const begins = (kind: FlowKind, name: string): string | undefined => {
  const flow = recordedFlow(name);
  const field = firstEmptyField(flow, sections(kind, flow));
  return field && inputAttributes(field)?.name;
};

test.each([
  ['login', 'login', 'identifier'],
  ['registration', 'registration', 'traits.email'],
  ['recovery', 'recovery', 'email'],
  ['recovery', 'recovery-sent', 'code'],
] as const)('a %s page focuses its first empty field', (kind, name, field) => {
  expect(begins(kind, name)).toBe(field);
});

test.each(['login-wrong-password', 'login-refresh'])('%s leaves the focus to the scripts', (name) => {
  expect(begins('login', name)).toBeUndefined();
});
