import { expect, test } from '@jest/globals';
import { flowOf, input, method, text } from '../../test/support/flows/flowParts.ts';
import { formAsJson } from './formAsJson.ts';

const flow = flowOf(
  'settings',
  [
    input('profile', 'traits.nick', 'text'),
    input('profile', 'traits.tags', 'text'),
    input('profile', 'traits.rooms.0.0', 'text', { value: 'a' }),
    input('oidc', 'link', 'submit', { value: 'google' }),
    method('profile', text(1070003, 'Save')),
  ],
  { identity: { id: 'i1', traits: { rooms: [['a']] } } },
);
const lists = { flat: ['traits.tags'], nested: ['traits.rooms'] };
const jsonOf = (...pairs: [string, string][]): unknown =>
  JSON.parse(formAsJson(pairs, { flow, lists }) ?? 'null');

test('a form without scripts is sent as scripts would send it', () => {
  expect(
    jsonOf(['traits.nick', 'Ada'], ['traits.tags', 'x'], ['traits.rooms.0.0', 'a'], ['method', 'profile']),
  ).toEqual({
    traits: { nick: 'Ada', tags: ['x'], rooms: [['a']] },
    method: 'profile',
  });
});

test('a name that is not the page’s is left out, however far it reaches', () => {
  expect(
    jsonOf(['traits.rooms.4000000000.0', 'x'], ['traits.rooms.__proto__.a', 'x'], ['method', 'profile']),
  ).toEqual({
    traits: { rooms: [['a']] },
    method: 'profile',
  });
});

test('a form that leads to a social provider stays as it is', () => {
  expect(jsonOf(['traits.nick', 'Ada'], ['link', 'google'])).toBeNull();
});

test('a form whose lists are unknown stays as it is, unless Kratos would misread it', () => {
  const sent = (name: string): boolean => formAsJson([[name, 'x']], { flow, lists: undefined }) !== undefined;
  expect(['traits.nick', 'traits.rooms.0.0', 'traits.a\\.b'].map(sent)).toEqual([false, true, true]);
});
