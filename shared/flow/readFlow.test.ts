import { describe, expect, test } from '@jest/globals';
import { text } from '../../test/support/flows/flowParts.ts';
import { newerFlows } from '../../test/support/flows/newerFlows.ts';
import { recordedFlow, recordedFlows } from '../../test/support/flows/recordedFlow.ts';
import type { UiNode } from '@ory/client';
import { objectsIn, type Fields } from '../fields.ts';
import { inputAttributes } from './inputAttributes.ts';
import { placeMessages } from './placeMessages.ts';
import { readFlow } from './readFlow.ts';
import { readMessage } from './readMessage.ts';

const action = 'https://account.example/self-service/login?flow=f1';
const uiOf = (ui: object) => readFlow({ id: 'f1', ui: { action, ...ui } }).ui;
const nodeOf = (node: object) => uiOf({ nodes: [node] }).nodes[0];

/** A node without the script that its trigger names. */
const withoutScript = (node: UiNode): UiNode =>
  inputAttributes(node)?.onclickTrigger
    ? ({ ...node, attributes: { ...node.attributes, onclick: undefined } } as UiNode)
    : node;

test.each([...recordedFlows, ...newerFlows])(
  'leaves a complete flow unchanged, except where its messages are, and scripts with a trigger: $name',
  ({ flow }) => {
    const { messages = [], nodes } = flow.ui;
    const ui = placeMessages(messages.map(readMessage), nodes.map(withoutScript));
    expect(readFlow(flow as unknown as Fields)).toEqual({ ...flow, ui: { ...flow.ui, ...ui } });
  },
);

test('a code that was mailed to another tab of the flow is not said to be missing', () => {
  const code = (property: string) => ({
    attributes: { node_type: 'input', name: 'code', type: 'text' },
    messages: [text(4000002, 'Property is missing.', { property }, 'error')],
  });
  expect(nodeOf(code('code'))?.messages).toEqual([]);
  expect(nodeOf(code('other'))?.messages).toHaveLength(1);
});

test('a step that asks only for the address keeps only its own button', () => {
  const [first, second] = [recordedFlow('identifier-first'), recordedFlow('login-passwordless')];
  const methods = second.ui.nodes.filter(({ group }) => group === 'password' || group === 'code');
  expect(methods).not.toHaveLength(0);
  expect(uiOf({ nodes: [...first.ui.nodes, ...methods] }).nodes).toEqual(first.ui.nodes);
});

test('an address is required only if a button uses it', () => {
  const requires = (groups: string[]) =>
    uiOf({
      nodes: recordedFlow('login').ui.nodes.filter(({ group }) => groups.includes(group)),
    }).nodes.some(
      ({ attributes }) => 'name' in attributes && attributes.name === 'identifier' && attributes.required,
    );
  expect(requires(['default', 'password', 'passkey'])).toBe(true);
  expect(requires(['default', 'passkey', 'oidc'])).toBe(false);
});

test('missing messages, nodes or method become empty lists and POST', () => {
  expect(uiOf({ messages: null, nodes: null })).toEqual({ action, method: 'POST', messages: [], nodes: [] });
  expect(uiOf({ method: 'PATCH' }).method).toBe('POST');
});

const code = { type: 'input', attributes: { node_type: 'input', name: 'code', type: 'text' } };
const read = { ...code, group: 'default', messages: [], meta: {} };
const label = { id: 1070001, text: 'Password', type: 'info' };
const input = { node_type: 'input', name: 'a', type: 'text' };
const noText = { id: 0, text: '', type: '' };
test.each<[string, object, object]>([
  ['without messages, label and group gets the default group', code, read],
  [
    'whose messages, label and group are null, too',
    { ...code, messages: null, meta: null, group: null },
    read,
  ],
  [
    'keeps no messages and labels of other types',
    { ...code, messages: [null, 'no'], meta: { label: null } },
    read,
  ],
  ['without a label takes that of its attributes', { attributes: { ...input, label } }, { meta: { label } }],
  [
    'with a label keeps it',
    { attributes: { ...input, label }, meta: { label: { ...label, id: 2 } } },
    { meta: { label: { ...label, id: 2 } } },
  ],
  [
    'gives missing attributes its type',
    { type: 'text', attributes: null },
    { attributes: { node_type: 'text', text: noText } },
  ],
  [
    'leaves attributes out whose types break the contract',
    {
      attributes: { node_type: 'input', name: 7, type: null, required: 'yes', maxlength: [], options: null },
    },
    { attributes: { node_type: 'input', name: '7', type: 'text' } },
  ],
  [
    'is a text field without usable options to select',
    { attributes: { ...input, options: [null, { value: null }] } },
    { attributes: input },
  ],
  [
    'of an anchor without a title has an empty one',
    { attributes: { node_type: 'a', href: '/next', title: null } },
    { attributes: { node_type: 'a', href: '/next', title: noText } },
  ],
  ['has a group that can be a form’s id', { type: 'text', group: 'a "b"]' }, { group: 'a_b_' }],
])('a node %s', (_what, node, expected) => {
  const found = nodeOf(node) ?? {};
  expect(Object.fromEntries(Object.keys(expected).map((key) => [key, found[key as never]]))).toEqual(
    expected,
  );
});

test('string fields with values of other types are left out', () => {
  const object = { toString: 1 };
  const strange = { return_to: null, oauth2_login_challenge: object, issued_at: object, active: object };
  expect(Object.keys(readFlow({ id: 'f1', ui: { action }, ...strange }))).toEqual(['id', 'ui']);
});

describe('a sign-in that goes on to a mailed code', () => {
  const asked = recordedFlow('reduced/login-confirm-by-code') as unknown as Fields & { ui: Fields };
  const { messages, nodes } = readFlow(asked).ui;

  const names = (shown: typeof nodes) =>
    shown.map(({ attributes }) => 'name' in attributes && attributes.name);

  test('keeps the address, the token and the code’s button, and says so as the next step, not as an error', () => {
    expect(names(nodes)).toEqual(['csrf_token', 'identifier', 'method']);
    expect(messages).toMatchObject([{ id: 4710001, type: 'info' }]);
  });

  test('asks for no address if it names the one to be verified', () => {
    const [said] = objectsIn(asked.ui.messages);
    const named = [{ ...said, context: { unverified: 'ann@example.org', changed: 'no' } }];
    const { nodes: shown } = readFlow({ ...asked, ui: { ...asked.ui, messages: named } }).ui;
    expect(
      shown.find(({ attributes }) => 'name' in attributes && attributes.name === 'identifier'),
    ).toMatchObject({
      attributes: { type: 'hidden', value: 'ann@example.org' },
    });
  });

  test('leads to a recovery where no code can be mailed, and keeps all methods', () => {
    const kept = objectsIn(asked.ui.nodes).filter(({ group }) => group !== 'code');
    const read = readFlow({ ...asked, ui: { ...asked.ui, nodes: kept } }).ui;
    expect(read.messages).toMatchObject([{ id: 4710007, type: 'error' }]);
    expect(read.nodes).toHaveLength(kept.length);
  });

  test('asks for the code instead of the next step where the address comes first', () => {
    const first = recordedFlow('identifier-first');
    const refused = { ...first, ui: { ...first.ui, messages: asked.ui.messages } } as unknown as Fields;
    const read = readFlow(refused).ui;
    expect(read.messages).toMatchObject([{ id: 4710001, type: 'info' }]);
    expect(names(read.nodes)).toEqual(['identifier', 'method', 'csrf_token']);
    expect(read.nodes[1]).toMatchObject({
      group: 'code',
      attributes: { type: 'submit', value: 'code' },
      meta: { label: { id: 1010015 } },
    });
  });
});

test('a disabled account is not also told that its password is wrong', () => {
  const messages = [
    text(4000006, 'The provided credentials are invalid', {}, 'error'),
    text(4010011, 'This account has been disabled', {}, 'error'),
  ];
  const flow = recordedFlow('login');
  const read = readFlow({ ...flow, ui: { ...flow.ui, messages } });
  expect(read.ui.messages?.map(({ id }) => id)).toEqual([4010011]);
  expect(read.ui.nodes.flatMap((node) => node.messages)).toEqual([]);
});
