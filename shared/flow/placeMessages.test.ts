import { describe, expect, test } from '@jest/globals';
import { flowOf, input, text } from '../../test/support/flows/flowParts.ts';
import { recordedFlow } from '../../test/support/flows/recordedFlow.ts';
import type { UiNode, UiText } from '@ory/client';
import { inputAttributes } from './inputAttributes.ts';
import { readFlow } from './readFlow.ts';
import type { Flow, FlowKind } from '../page.ts';

/** Returns where each message of a flow is: `flow`, or the field's name. */
const places = (flow: Flow): [id: number, place: string, subject: unknown][] => {
  const { ui } = readFlow({ ...flow });
  const subjectOf = (context?: object): unknown => (context as { subject?: unknown } | undefined)?.subject;
  return [
    ...(ui.messages ?? []).map(({ id, context }) => [id, 'flow', subjectOf(context)] as const),
    ...ui.nodes.flatMap((node) =>
      node.messages.map(
        ({ id, context }) => [id, inputAttributes(node)?.name ?? '', subjectOf(context)] as const,
      ),
    ),
  ].map(([...place]) => place);
};

const error = (id: number, context = {}): ReturnType<typeof text> => text(id, 'wrong', context, 'error');
const identifier = input('default', 'identifier', 'text', {}, text(1070002, 'E-Mail'));
const emailTrait = input('default', 'traits.email', 'email', {}, text(1070002, 'E-Mail'));
const password = input('password', 'password', 'password', {}, text(1070001, 'Password'));

const withMessages = (kind: FlowKind, nodes: UiNode[], messages: UiText[]): Flow => {
  const flow = flowOf(kind, nodes);
  return { ...flow, ui: { ...flow.ui, messages } };
};

test.each([
  ['login-wrong-password', 4000006, 'password', 'email'],
  ['login-code-wrong', 4010008, 'code', 'email'],
  ['recovery-wrong', 4060006, 'code', 'other'],
  ['registration-taken', 4000028, 'traits.email', 'email'],
  ['login-code-unknown', 4000035, 'flow', undefined],
  ['settings-totp-wrong', 4000008, 'totp_code', undefined],
])('the error of %s is at the field that it concerns', (name, ...place) => {
  expect(places(recordedFlow(name))).toContainEqual(place);
});

test('if the account is certain, a wrong password is reported as such, without doubting the address', () => {
  const hidden = input('default', 'identifier', 'hidden', { value: 'ann@example.org' });
  const flow = withMessages('login', [hidden, password], [error(4000006)]);
  expect(places({ ...flow, refresh: true })).toEqual([[4000006, 'password', 'password']]);
  expect(places(flow)).toEqual([[4000006, 'password', 'email']]);
});

test('if the identifier is not an address, the error does not call it one', () => {
  const name = input('default', 'identifier', 'text', {}, text(1070004, 'ID'));
  expect(places(withMessages('login', [name, password], [error(4000006)]))).toEqual([
    [4000006, 'password', 'other'],
  ]);
});

test.each([
  ['at the address if that was changed', { email: 'bob@example.org' }, 'traits.email', 'email'],
  ['at the top if another trait was changed', { name: 'Bob' }, 'flow', 'other'],
  ['at the top if another form was sent: one that links an account', {}, 'flow', 'link'],
])('in the settings, an account that exists is reported %s', (_where, changed, ...place) => {
  const traits = { email: 'ann@example.org', name: 'Ann' };
  const { email, name } = { ...traits, ...changed };
  const nodes = [
    input('profile', 'traits.email', 'email', { value: email }, text(1070002, 'E-Mail')),
    input('profile', 'traits.name', 'text', { value: name }, text(1070002, 'Name')),
  ];
  const flow = withMessages('settings', nodes, [error(4000007)]);
  expect(places({ ...flow, identity: { traits } } as Flow)).toEqual([[4000007, ...place]]);
});

test('an error about a field that is not shown stays with the flow, and so do other messages', () => {
  const messages = [error(4000006), error(4010001), text(1010003, 'Confirm')];
  expect(places(withMessages('login', [identifier], messages)).map(([, place]) => place)).toEqual([
    'flow',
    'flow',
    'flow',
  ]);
});

test('a missing value is reported at its field, whether a trait or not', () => {
  const email = input('default', 'traits.email', 'email');
  expect(
    places(
      withMessages(
        'registration',
        [email, password],
        [error(4000002, { property: 'password' }), error(4000002, { property: 'email' })],
      ),
    ).map(([, place]) => place),
  ).toEqual(['traits.email', 'password']);
});

test('a checkbox that is not ticked has one error', () => {
  const box = {
    ...input('default', 'traits.tos', 'checkbox'),
    messages: [error(4000002, { property: 'tos' }), error(4000029, { expected: true })],
  };
  expect(places(flowOf('registration', [box]))).toHaveLength(1);
});

describe('if a web hook refuses', () => {
  const refusal = text(4999, 'Ask your clinic to invite you.', {}, 'error');
  const about = (name: string): UiNode => ({ ...input('default', name, 'text'), messages: [refusal] });
  const names = (flow: Flow): string[] =>
    readFlow({ ...flow }).ui.nodes.map((node) => inputAttributes(node)?.name ?? '');

  test.each([
    ['a sign-in, because of its address', 'login', [identifier, password], 'traits.email', 'identifier'],
    ['a sign-in, because of a password', 'login', [identifier, password], 'traits.password', 'flow'],
    [
      'a sign-in, because of a trait that it does not ask for',
      'login',
      [identifier, password],
      'traits.doctor',
      'flow',
    ],
    ['a second factor', 'login', [input('totp', 'totp_code', 'text')], 'traits.email', 'flow'],
    ['a sign-up, because of its address', 'registration', [emailTrait], 'email', 'traits.email'],
    [
      'a sign-up, because of a trait that it does not ask for',
      'registration',
      [emailTrait],
      'clinic',
      'flow',
    ],
  ] as const)('%s, the message creates no field', (_what, kind, nodes, named, place) => {
    const flow = flowOf(kind, [...nodes, about(named)]);
    expect(places(flow).map((one) => one.slice(0, 2))).toEqual([[4999, place]]);
    expect(names(flow)).not.toContain(named);
  });

  test('the empty field that Kratos leaves in the sign-in is removed from later answers, too', () => {
    const left = input('default', 'traits.email', 'text');
    expect(names(flowOf('login', [identifier, password, left]))).not.toContain('traits.email');
  });

  test('a trait without a title keeps its field', () => {
    const clinic = { ...input('default', 'traits.clinic', 'text'), messages: [refusal] };
    expect(places(flowOf('registration', [emailTrait, clinic]))).toEqual([
      [4999, 'traits.clinic', undefined],
    ]);
  });
});
