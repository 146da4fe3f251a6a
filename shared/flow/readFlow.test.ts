import { describe, expect, test } from '@jest/globals';
import { newerFlows } from '../../test/support/flows/newerFlows.ts';
import { recordedFlow, recordedFlows } from '../../test/support/flows/recordedFlow.ts';
import { objectsIn, type Fields } from '../fields.ts';
import { placeMessages } from './placeMessages.ts';
import { readFlow } from './readFlow.ts';
import { readMessage } from './readMessage.ts';

const action = 'https://account.example/self-service/login?flow=f1';
const uiOf = (ui: object) => readFlow({ id: 'f1', ui: { action, ...ui } }).ui;
const nodeOf = (node: object) => uiOf({ nodes: [node] }).nodes[0];

test.each([...recordedFlows, ...newerFlows])(
  'leaves a complete flow unchanged, except where its messages are: $name',
  ({ flow }) => {
    const { messages = [], nodes } = flow.ui;
    const isSettings = 'identity' in flow;
    const ui = isSettings
      ? { messages: messages.map(readMessage) }
      : placeMessages(messages.map(readMessage), nodes);
    expect(readFlow(flow as unknown as Fields)).toEqual({ ...flow, ui: { ...flow.ui, ...ui } });
  },
);

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

test('a node without messages, label and group gets the default group', () => {
  const node = { type: 'input', attributes: { node_type: 'input', name: 'code', type: 'text' } };
  const read = { ...node, group: 'default', messages: [], meta: {} };
  expect(nodeOf(node)).toEqual(read);
  expect(nodeOf({ ...node, messages: null, meta: null, group: null })).toEqual(read);
  expect(nodeOf({ ...node, messages: [null, 'no'], meta: { label: null } })).toEqual(read);
});

test('an input whose node has no label takes the label of its attributes', () => {
  const label = { id: 1070001, text: 'Password', type: 'info' };
  const attributes = { node_type: 'input', name: 'password', type: 'password', label };
  expect(nodeOf({ attributes })?.meta).toEqual({ label });
  expect(nodeOf({ attributes, meta: { label: { ...label, id: 2 } } })?.meta).toEqual({
    label: { ...label, id: 2 },
  });
});

test('missing attributes take the type of their node', () => {
  expect(nodeOf({ type: 'text', attributes: null })?.attributes).toEqual({
    node_type: 'text',
    text: { id: 0, text: '', type: '' },
  });
});

test('attributes whose types break the contract are left out', () => {
  const attributes = {
    node_type: 'input',
    name: 7,
    type: null,
    required: 'yes',
    maxlength: [],
    options: null,
  };
  expect(nodeOf({ attributes })?.attributes).toEqual({ node_type: 'input', name: '7', type: 'text' });
});

test('a select without usable options is a text field', () => {
  const attributes = { node_type: 'input', name: 'a', type: 'text', options: [null, { value: null }] };
  expect(nodeOf({ attributes })?.attributes).not.toHaveProperty('options', expect.anything());
});

test('an anchor without a title has an empty one', () => {
  const attributes = { node_type: 'a', href: '/next', title: null };
  expect(nodeOf({ attributes })?.attributes).toMatchObject({ href: '/next', title: { text: '' } });
});

test('a group’s name is made safe for use as a form’s id', () => {
  expect(nodeOf({ type: 'text', group: 'a "b"]' })?.group).toBe('a_b_');
});

test('string fields with values of other types are left out', () => {
  const read = readFlow({
    id: 'f1',
    ui: { action },
    return_to: null,
    oauth2_login_challenge: { toString: 1 },
    issued_at: { toString: 1 },
  });
  expect(Object.keys(read)).toEqual(['id', 'ui']);
});

describe('a sign-in that goes on to a mailed code', () => {
  const asked = recordedFlow('reduced/login-confirm-by-code') as unknown as Fields & { ui: Fields };
  const { messages, nodes } = readFlow(asked).ui;

  test('keeps the address, the token and the code’s button', () => {
    expect(nodes.map(({ attributes }) => 'name' in attributes && attributes.name)).toEqual([
      'csrf_token',
      'identifier',
      'method',
    ]);
  });

  test('says so as the next step, not as an error', () => {
    expect(messages).toMatchObject([{ id: 4710001, type: 'info' }]);
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
    expect(read.nodes.map(({ attributes }) => 'name' in attributes && attributes.name)).toEqual([
      'identifier',
      'method',
      'csrf_token',
    ]);
    expect(read.nodes[1]).toMatchObject({
      group: 'code',
      attributes: { type: 'submit', value: 'code' },
      meta: { label: { id: 1010015 } },
    });
  });
});
