import { expect, test } from '@jest/globals';
import { input } from '../../test/support/flows/flowParts.ts';
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

test.each(['code', 'totp_code', 'lookup_secret'])('blanks in a %s are none of it', (name) => {
  const nodes = [input('code', name, 'text')];
  expect(plain(body([[name, ' 123\u00a0456\t']], nodes))).toEqual({ [name]: '123456' });
  expect(plain(body([[name, '１２３４５６']], nodes))).toEqual({ [name]: '123456' });
});

test('blanks in a password stay', () => {
  const nodes = [input('password', 'password', 'password')];
  expect(plain(body([['password', ' a b ']], nodes))).toEqual({ password: ' a b ' });
});

test('what is empty is left out', () => {
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

test('a tick is true, an optional box without one false, a required one left out', () => {
  const nodes = [
    input('default', 'traits.doctor', 'checkbox'),
    input('default', 'traits.news', 'checkbox', { value: true }),
    input('default', 'traits.tos', 'checkbox', { required: true }),
    input('default', 'traits.fixed', 'checkbox', { disabled: true }),
  ];
  expect(plain(body([['traits.news', 'true']], nodes))).toEqual({ traits: { doctor: false, news: true } });
  expect(plain(body([['traits.tos', 'on']], nodes))).toMatchObject({ traits: { tos: true } });
});

test('numbers, hidden booleans and choices keep their type', () => {
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

test('a number that is none is left for the provider to judge', () => {
  expect(plain(body([['age', '4x']], [input('default', 'age', 'number')]))).toEqual({ age: '4x' });
});

test.each([
  ['2026-01-31T12:00', '2026-01-31T12:00:00Z'],
  ['2026-01-31T12:00:30', '2026-01-31T12:00:30Z'],
  ['2026-01-31T12:00:30Z', '2026-01-31T12:00:30Z'],
])('the local time %s is sent as %s', (value, sent) => {
  expect(plain(body([['at', value]], [input('default', 'at', 'datetime-local')]))).toEqual({ at: sent });
});

test('the last of several values of a name counts', () => {
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

test('a name cannot reach a prototype', () => {
  body(
    [
      ['__proto__.polluted', 'x'],
      ['constructor.prototype.polluted', 'x'],
    ],
    [],
  );
  expect(({} as { polluted?: string }).polluted).toBeUndefined();
});

test('files are no part of a flow', () => {
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
])(
  'of several boxes with one name, of which %j are ticked, all reach the provider as a list',
  (ticked, sent) => {
    const entries = ticked.map((value): [string, string] => ['traits.likes', value]);
    expect(plain(body(entries, choices))).toEqual({ traits: { likes: sent } });
  },
);

test('several fields with one name are sent as a list, in their order, each as its own type', () => {
  const nodes = ['1', '2'].map((value) => input('profile', 'traits.sizes', 'number', { value }));
  const entries: [string, string][] = [
    ['traits.sizes', '2'],
    ['traits.sizes', ''],
    ['traits.sizes', '7'],
  ];
  expect(plain(body(entries, nodes))).toEqual({ traits: { sizes: [2, 7] } });
});

test('a box with a value of its own sends that, and counts over the hidden field of its name', () => {
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

test('two methods that ask for the same field do not make a list of it', () => {
  const nodes = [input('code', 'email', 'email'), input('link', 'email', 'email')];
  const entries: [string, string][] = [
    ['email', 'ann@example.org'],
    ['email', 'ann@example.org'],
  ];
  expect(plain(body(entries, nodes))).toEqual({ email: 'ann@example.org' });
});
