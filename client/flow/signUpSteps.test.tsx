import { expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import type { UiNode } from '@ory/client';
import { userEvent } from '@testing-library/user-event';
import * as nodeName from '../../shared/flow/nodeName.ts';
import { button, field, harness, json, setUpFlowHarness, show } from '../../test/support/flowHarness.tsx';
import { inputAttributes } from '../../shared/flow/inputAttributes.ts';
import { method, text } from '../../test/support/flows/flowParts.ts';
import { recordedFlow } from '../../test/support/flows/recordedFlow.ts';

setUpFlowHarness();

const first = recordedFlow('registration-two-step');
const second = recordedFlow('registration-two-step-choose');
const stepShown = (): string | null => document.querySelector('[data-step]')?.textContent ?? null;

test('the first of two steps is labelled as such and ends with “Continue”', () => {
  show('registration', first);
  expect(stepShown()).toBe('Step 1 of 2');
  expect(button('Continue').value).toBe('profile');
  expect(screen.queryByRole('button', { name: 'Sign up' })).toBeNull();
});

test('the second of two steps says once what it is for, and ends with “Sign up”', () => {
  show('registration', second);
  expect(stepShown()).toBe('Choose how you want to sign in.Step 2 of 2');
  expect(screen.getAllByText('Choose how you want to sign in.')).toHaveLength(1);
  expect(document.querySelector('[data-message="1040009"]')).not.toBeNull();
  expect(button('Sign up').value).toBe('password');
});

test('back at the first step, the focus is in a field that is not folded away', async () => {
  const isName = (node: UiNode): boolean => inputAttributes(node)?.name === nodeName.firstNameTrait;
  const nodes = second.ui.nodes.filter((node) => !isName(node));
  show('registration', { ...second, ui: { ...second.ui, nodes } });
  const filled = recordedFlow('registration-two-step');
  const values: Record<string, unknown> = { 'traits.email': 'ann@example.org', 'traits.tos': true };
  for (const node of filled.ui.nodes) {
    const input = inputAttributes(node);
    if (input && input.name in values) input.value = values[input.name];
  }
  harness.answers = [json(400, filled)];
  await userEvent.click(button('Back'));
  await screen.findByText('Step 1 of 2');
  expect(document.activeElement).toBe(field(/^Email/));
});

test.each(['registration', 'login', 'recovery', 'verification'] as const)(
  'a one-step %s shows no steps',
  (kind) => {
    show(kind);
    expect(stepShown()).toBeNull();
  },
);

test('in the second step, which shows no address, a code by mail has its own row', () => {
  const mailed = method('code', text(1040006, 'Email me a code'));
  show('registration', { ...second, ui: { ...second.ui, nodes: [mailed, ...second.ui.nodes] } });
  const way = button('Email me a code');
  expect(way.className).toMatch(/quiet.*start/);
  expect(way.querySelector('svg')).not.toBeNull();
  const divider = screen.getAllByText('or')[0];
  const [before, after] = [
    way.compareDocumentPosition(divider as Node),
    field(/^Password/).compareDocumentPosition(divider as Node),
  ];
  expect(before & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  expect(after & Node.DOCUMENT_POSITION_PRECEDING).toBeTruthy();
});

test('a code by mail is a way of its own after the consent and the button, in view as for keys', () => {
  const { ui } = recordedFlow('registration');
  const mailed = method('code', text(1040006, 'Email me a code'));
  show('registration', { ...recordedFlow('registration'), ui: { ...ui, nodes: [mailed, ...ui.nodes] } });
  const mail = button('Email me a code');
  const after = button('Sign up').compareDocumentPosition(mail);
  expect([mail.className.includes('plain'), mail.parentElement?.className]).toEqual([false, 'form']);
  expect(after & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
});
