import { expect, test } from '@jest/globals';
import { recordedFlow } from '../../test/support/flows/recordedFlow.ts';
import { readFlow } from '../../shared/flow/readFlow.ts';
import { inputAttributes } from '../../shared/flow/inputAttributes.ts';
import { formsOf } from './model/forms.ts';
import type { FlowKind } from '../../shared/page.ts';
import { leadOf } from './lead.ts';

const start = (kind: FlowKind, name: string, address?: string): string | undefined => {
  const flow = readFlow({ ...recordedFlow(name) });
  const { start: node } = leadOf(flow, formsOf(kind, flow), { address });
  return node && inputAttributes(node)?.name;
};

test.each([
  ['login', 'login', 'identifier'],
  ['login', 'login-refresh', 'identifier'],
  ['login', 'login-aal2', 'lookup_secret'],
  ['registration', 'registration', 'traits.email'],
  ['recovery', 'recovery', 'email'],
  ['recovery', 'recovery-sent', 'code'],
] as const)('a %s page begins with its first empty field: %s', (kind, name, field) => {
  expect(start(kind, name)).toBe(field);
});

test('a step begins with a required field, not with an optional one before it', () => {
  const flow = readFlow({ ...recordedFlow('registration-social-missing') });
  const nodes = flow.ui.nodes.map((node) => ({ ...node, messages: [] }));
  const served = { ...flow, ui: { ...flow.ui, nodes } };
  const { start: node } = leadOf(served, formsOf('registration', served));
  expect(node && inputAttributes(node)?.name).toBe('traits.tos');
});

test('somebody who comes back to correct an address begins with it, and goes on in the same way', () => {
  const flow = readFlow({ ...recordedFlow('registration') });
  const history = { corrects: true, lastMethods: ['code'] };
  const { start: node, primary, last } = leadOf(flow, formsOf('registration', flow), history);
  expect(node && inputAttributes(node)?.name).toBe('traits.email');
  expect([primary?.group, last]).toEqual(['code', undefined]);
});

test('the only method is not marked as last used, and still has the focus', () => {
  const flow = recordedFlow('login-aal2');
  const [nodes, method] = [flow.ui.nodes.filter(({ group }) => group === 'lookup_secret'), 'lookup_secret'];
  const only = { ...flow, ui: { ...flow.ui, nodes } };
  const { last, primary, start: node } = leadOf(only, formsOf('login', only), { lastMethods: [method] });
  expect(last).toBeUndefined();
  expect(primary && inputAttributes(primary)?.value).toBe(method);
  expect(node && inputAttributes(node)?.name).toBe(method);
});
