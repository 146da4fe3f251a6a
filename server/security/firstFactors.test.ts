import { expect, test } from '@jest/globals';
import { failingStores } from '../../test/support/limitStores.ts';
import { createFirstFactors } from './firstFactors.ts';
import { providerCookies } from './cookies/providerCookies.ts';
import { inMemory, type MakeStore } from './limits/stores.ts';

const create = (makeStore: MakeStore = inMemory) =>
  createFirstFactors({
    settings: { COOKIE_SECRET: 'x'.repeat(32) },
    makeStore,
    cookies: providerCookies('ory_kratos_session'),
  });

const cookie = (value: string): string => `ory_kratos_session=${value}`;
const starts = (value: string) => ({ headers: { 'set-cookie': [`${cookie(value)}; Path=/; HttpOnly`] } });

test('the session that a call starts belongs to whoever has given the first factor in that call', async () => {
  const { given, answered, ownersOf } = create();
  await given('call-1', 'ada');
  await given('call-2', 'ben');
  await answered('call-2', starts('bens'));
  await answered('call-1', starts('adas'));
  await answered('call-3', starts('nobodys'));
  expect(await ownersOf({ cookie: cookie('adas') })).toEqual(['ada']);
  expect(await ownersOf({ cookie: cookie('bens') })).toEqual(['ben']);
  expect(await ownersOf({ cookie: cookie('nobodys') })).toEqual([]);
  expect(await ownersOf({})).toEqual([]);
});

test('an app’s session is known by its token', async () => {
  const { given, answered, ownersOf } = create();
  await given('call-1', 'ada');
  await answered('call-1', { headers: {}, body: Buffer.from('{"session_token":"ory_st_1","session":{}}') });
  expect(await ownersOf({ 'x-session-token': 'ory_st_1' })).toEqual(['ada']);
});

test('a further session, which Kratos does not read, hides no owner', async () => {
  const { given, answered, ownersOf } = create();
  for (const name of ['ada', 'ben']) {
    await given(name, name);
    await answered(name, starts(name));
  }
  const both = { cookie: `ory_session_x=ben; ${cookie('ada')}` };
  expect((await ownersOf(both)).sort()).toEqual(['ada', 'ben']);
});

test.each(failingStores)(
  'a store that %s knows nobody, and no call fails with it',
  async (_how, makeStore) => {
    const { given, answered, ownersOf } = create(makeStore);
    await given('call-1', 'ada');
    await answered('call-1', starts('adas'));
    expect(await ownersOf({ cookie: cookie('adas') })).toEqual([]);
  },
);
