import { expect, test } from '@jest/globals';
import type { UiNode } from '@ory/client';
import { flowOf, input, method, text } from '../../../test/support/flows/flowParts.ts';
import { recordedFlow } from '../../../test/support/flows/recordedFlow.ts';
import { inputAttributes } from '../../../shared/flow/inputAttributes.ts';
import { readFlow } from '../../../shared/flow/readFlow.ts';
import type { Flow } from '../../../shared/page.ts';
import { formsOf } from './forms.ts';
import { signUpOrder } from './signUp.ts';

const nameOf = (node: UiNode): string => {
  const input = inputAttributes(node);
  return input?.type === 'submit' ? `${input.name}=${String(input.value)}` : (input?.name ?? node.type);
};

const orderOf = (flow: Flow): Record<string, unknown> | undefined => {
  const form = formsOf('registration', readFlow({ ...flow })).find(({ id }) => id === 'main');
  const order = form && signUpOrder(form);
  return (
    order && {
      first: order.first.map(nameOf),
      optional: order.optional.map(nameOf),
      last: order.last.map(nameOf),
      others: order.others.map(({ group }) => group),
    }
  );
};

test('a sign-up starts with address and password, and has the consent directly above its button', () => {
  expect(orderOf(recordedFlow('registration'))).toEqual({
    first: ['traits.email', 'password'],
    optional: ['traits.name.first', 'traits.name.last', 'traits.doctor', 'traits.locale'],
    last: ['traits.tos', 'method=password'],
    others: ['code', 'webauthn', 'passkey'],
  });
});

test('the first of two steps asks for the profile', () => {
  expect(orderOf(recordedFlow('registration-two-step'))).toEqual({
    first: ['traits.email'],
    optional: ['traits.name.first', 'traits.name.last', 'traits.doctor', 'traits.locale'],
    last: ['traits.tos', 'method=profile'],
    others: [],
  });
});

test('the second of two steps keeps its own order', () => {
  expect(orderOf(recordedFlow('registration-two-step-choose'))).toBeUndefined();
});

test('required fields stay visible, after the address', () => {
  const flow = flowOf('registration', [
    input('default', 'traits.company', 'text', { required: true }, text(1070002, 'Company')),
    input('default', 'traits.email', 'email', { required: true }, text(1070002, 'E-Mail')),
    input('default', 'traits.nickname', 'text', {}, text(1070002, 'Nickname')),
    method('code', text(1040006, 'Email me a code')),
  ]);
  expect(orderOf(flow)).toEqual({
    first: ['traits.email', 'traits.company'],
    optional: ['traits.nickname'],
    last: ['method=code'],
    others: [],
  });
});

test('a consent that Kratos asks for again beside the code stays above the button', () => {
  const { ui } = recordedFlow('registration-code-sent');
  const nodes = ui.nodes.map((node) =>
    nameOf(node) === 'traits.tos' ? input('default', 'traits.tos', 'checkbox', { required: true }) : node,
  );
  expect(orderOf(flowOf('registration', nodes))).toMatchObject({
    first: ['code'],
    last: ['traits.tos', 'method=code'],
  });
});
