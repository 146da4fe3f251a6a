import { expect, test } from '@jest/globals';
import type { UiNode } from '@ory/client';
import { recordedFlow } from '../../test/support/flows/recordedFlow.ts';
import { sentAddress } from './sentAddress.ts';

/** A verification that waits for its code, with this resend button. */
function withResend(name: string, value: string): ReturnType<typeof recordedFlow> {
  const flow = recordedFlow('verification-sent');
  const again = {
    type: 'input',
    group: 'code',
    attributes: { node_type: 'input', name, type: 'submit', value, disabled: false },
    messages: [],
    meta: {},
  } as UiNode;
  const others = flow.ui.nodes.filter(
    (node) => sentAddress({ ...flow, ui: { ...flow.ui, nodes: [node] } }) === undefined,
  );
  return { ...flow, ui: { ...flow.ui, nodes: [...others, again] } };
}

test.each([
  ['email', 'ada@example.org'],
  ['sms', '+4915112345678'],
])('a flow’s resend button names the address of its code by %s', (name, address) => {
  expect(sentAddress(withResend(name, address))).toBe(address);
});

test('a resend button that names a method gives no address', () => {
  expect(sentAddress(withResend('resend', 'code'))).toBeUndefined();
});
