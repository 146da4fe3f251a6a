import { expect, test } from '@jest/globals';
import type { UiNode } from '@ory/client';
import { recordedFlow } from '../../test/support/flows/recordedFlow.ts';
import { inputAttributes } from '../../shared/flow/inputAttributes.ts';
import type { TypedFields } from '../security/cookies/pageCookies.ts';
import { fillIn } from './fillIn.ts';

const node = (name: string, type: string, value?: unknown): UiNode =>
  ({
    type: 'input',
    group: 'profile',
    attributes: { node_type: 'input', name, type, value, disabled: false },
    messages: [],
    meta: {},
  }) as UiNode;

/** Fills in nodes, and returns their values. */
function filled(nodes: UiNode[], typed: TypedFields): unknown[] {
  const flow = recordedFlow('settings');
  return fillIn({ ...flow, ui: { ...flow.ui, nodes } }, typed).ui.nodes.map(
    (one) => inputAttributes(one)?.value as unknown,
  );
}

test('fills in texts, even emptied ones, and leaves fields that were not submitted alone', () => {
  const nodes = ['a', 'b', 'c'].map((name) => node(`traits.${name}`, 'text', 'old'));
  const typed: TypedFields = [
    ['traits.a', 'new'],
    ['traits.b', ''],
  ];
  expect(filled(nodes, typed)).toEqual(['new', '', 'old']);
});

test('fills fields that share a name in order', () => {
  const nodes = [node('traits.a', 'text'), node('traits.a', 'text')];
  expect(
    filled(nodes, [
      ['traits.a', 'one'],
      ['traits.a', 'two'],
    ]),
  ).toEqual(['one', 'two']);
});

test('never fills in a password, a hidden value, a button or a field outside the profile', () => {
  const nodes = [
    node('traits.pin', 'password'),
    node('traits.id', 'hidden', 'old'),
    node('traits.go', 'submit', 'old'),
    node('csrf_token', 'hidden', 'old'),
    node('totp_code', 'text', 'old'),
  ];
  const typed = nodes.map((one): [string, string] => [inputAttributes(one)?.name ?? '', 'new']);
  expect(filled(nodes, typed)).toEqual([undefined, 'old', 'old', 'old', 'old']);
});
