import { expect, test } from '@jest/globals';
import { input } from '../../../test/support/flows/flowParts.ts';
import { body } from './body.ts';

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

test('names with dots become nested objects', () => {
  const entries: [string, string][] = [
    ['csrf_token', 't'],
    ['traits.email', 'ann@example.org'],
    ['traits.name.first', 'Ann'],
    ['traits.name.last', 'Lee'],
    ['method', 'password'],
  ];
  expect(plain(body(entries, []))).toEqual({
    csrf_token: 't',
    traits: { email: 'ann@example.org', name: { first: 'Ann', last: 'Lee' } },
    method: 'password',
  });
});

test.each(['code', 'totp_code', 'lookup_secret'])('spaces in a %s are stripped', (name) => {
  const nodes = [input('code', name, 'text')];
  expect(plain(body([[name, ' 123\u00a0456\t']], nodes))).toEqual({ [name]: '123456' });
  expect(plain(body([[name, '１２３４５６']], nodes))).toEqual({ [name]: '123456' });
});

test('the transient payload is sent as an object', () => {
  expect(plain(body([['transient_payload', '{"locale":"pl"}']], []))).toEqual({
    transient_payload: { locale: 'pl' },
  });
});

test('spaces in a password are kept', () => {
  const nodes = [input('password', 'password', 'password')];
  expect(plain(body([['password', ' a b ']], nodes))).toEqual({ password: ' a b ' });
});

test('empty values are left out', () => {
  expect(
    plain(
      body(
        [
          ['traits.locale', ''],
          ['password', ''],
        ],
        [],
      ),
    ),
  ).toEqual({});
});

test('a ticked checkbox is true, an unticked optional one is false, and an unticked required one is left out', () => {
  const nodes = [
    input('default', 'traits.doctor', 'checkbox'),
    input('default', 'traits.news', 'checkbox', { value: true }),
    input('default', 'traits.tos', 'checkbox', { required: true }),
    input('default', 'traits.fixed', 'checkbox', { disabled: true }),
  ];
  expect(plain(body([['traits.news', 'true']], nodes))).toEqual({ traits: { doctor: false, news: true } });
  expect(plain(body([['traits.tos', 'on']], nodes))).toMatchObject({ traits: { tos: true } });
});

test('numbers, hidden booleans and selected options keep their type', () => {
  const nodes = [
    input('default', 'traits.age', 'number'),
    input('default', 'traits.tos', 'hidden', { value: true }),
    input('default', 'traits.size', 'text', { options: [{ value: 1 }, { value: 2 }] }),
    input('default', 'traits.loud', 'text', { options: [{ value: true }, { value: false }] }),
  ];
  const entries: [string, string][] = [
    ['traits.age', '41'],
    ['traits.tos', 'true'],
    ['traits.size', '2'],
    ['traits.loud', 'false'],
  ];
  expect(plain(body(entries, nodes))).toEqual({ traits: { age: 41, tos: true, size: 2, loud: false } });
});

test('an invalid number is sent as it is, for the provider to reject', () => {
  expect(plain(body([['age', '4x']], [input('default', 'age', 'number')]))).toEqual({ age: '4x' });
});

test.each([
  ['2026-01-31T12:00', '2026-01-31T12:00:00Z'],
  ['2026-01-31T12:00:30', '2026-01-31T12:00:30Z'],
  ['2026-01-31T12:00:30Z', '2026-01-31T12:00:30Z'],
])('the local time %s is sent as %s', (value, sent) => {
  expect(plain(body([['at', value]], [input('default', 'at', 'datetime-local')]))).toEqual({ at: sent });
});

test('the last of several values with the same name counts', () => {
  expect(
    plain(
      body(
        [
          ['method', 'code'],
          ['method', 'password'],
        ],
        [],
      ),
    ),
  ).toEqual({ method: 'password' });
});

test('a name cannot modify a prototype', () => {
  body(
    [
      ['__proto__.polluted', 'x'],
      ['constructor.prototype.polluted', 'x'],
    ],
    [],
  );
  expect(({} as { polluted?: string }).polluted).toBeUndefined();
});

test('files are left out', () => {
  expect(plain(body([['file', new Blob(['x'])]], []))).toEqual({});
});

const choices = ['sport', 'music', 'food'].map((value) =>
  input('profile', 'traits.likes', 'checkbox', { value }),
);

test.each([
  [
    ['sport', 'food'],
    ['sport', 'food'],
  ],
  [['music'], ['music']],
  [[], []],
])('checkboxes that share a name are sent as a list of the ticked ones: %j', (ticked, sent) => {
  const entries = ticked.map((value): [string, string] => ['traits.likes', value]);
  expect(plain(body(entries, choices))).toEqual({ traits: { likes: sent } });
});

test('the transient payload is sent as it is, whatever its keys and values', () => {
  expect(plain(body([['transient_payload', '{"visits":{"0":"a"},"clinic":null}']], []))).toEqual({
    transient_payload: { visits: { 0: 'a' }, clinic: null },
  });
});

test('the numbered entries of a list and what is typed to add one are sent as a list, without emptied entries', () => {
  const nodes = [
    input('profile', 'traits.tags', 'text'),
    ...['0', '1', '2'].map((place) => input('profile', `traits.tags.${place}`, 'text', { value: place })),
  ];
  const entries: [string, string][] = [
    ['traits.tags.0', 'a'],
    ['traits.tags.1', ''],
    ['traits.tags.2', 'c'],
    ['traits.tags', ''],
  ];
  expect(plain(body(entries, nodes))).toEqual({ traits: { tags: ['a', 'c'] } });
  expect(plain(body([...entries, ['traits.tags', 'new']], nodes))).toEqual({
    traits: { tags: ['a', 'c', 'new'] },
  });
  const [, only] = nodes;
  expect(plain(body([['traits.tags.0', 'a']], only ? [only] : []))).toEqual({ traits: { tags: ['a'] } });
});

test('the numbered entries of a list of objects are sent as a list', () => {
  const nodes = ['0', '1'].flatMap((place) => [
    input('profile', `traits.contacts.${place}.floor`, 'number'),
    input('profile', `traits.contacts.${place}.name`, 'text'),
  ]);
  const entries: [string, string][] = [
    ['traits.contacts.0.floor', '3'],
    ['traits.contacts.1.floor', ''],
    ['traits.contacts.0.name', 'Ann'],
    ['traits.contacts.1.name', 'Bob'],
  ];
  expect(plain(body(entries, nodes))).toEqual({
    traits: { contacts: [{ floor: 3, name: 'Ann' }, { name: 'Bob' }] },
  });
});

test('fields that share a name are sent as a list, in order, each with its own type', () => {
  const nodes = ['1', '2'].map((value) => input('profile', 'traits.sizes', 'number', { value }));
  const entries: [string, string][] = [
    ['traits.sizes', '2'],
    ['traits.sizes', ''],
    ['traits.sizes', '7'],
  ];
  expect(plain(body(entries, nodes))).toEqual({ traits: { sizes: [2, 7] } });
});

test('a checkbox with its own value sends that, and overrides the hidden field of the same name', () => {
  const nodes = [
    input('profile', 'traits.plan', 'hidden', { value: 'none' }),
    input('profile', 'traits.plan', 'checkbox', { value: 'premium', required: true }),
  ];
  const entries: [string, string][] = [
    ['traits.plan', 'none'],
    ['traits.plan', 'premium'],
  ];
  expect(plain(body(entries, nodes))).toEqual({ traits: { plan: 'premium' } });
});

test('a field that two methods ask for is not sent as a list', () => {
  const nodes = [input('code', 'email', 'email'), input('link', 'email', 'email')];
  const entries: [string, string][] = [
    ['email', 'ann@example.org'],
    ['email', 'ann@example.org'],
  ];
  expect(plain(body(entries, nodes))).toEqual({ email: 'ann@example.org' });
});
