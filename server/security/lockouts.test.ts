import { expect, jest, test } from '@jest/globals';
import {
  anywhere,
  limitedPortal,
  password,
  setUpClock,
  signedIn,
  type Form,
} from '../../test/support/formLimitsHarness.ts';
import { failingStores } from '../../test/support/limitStores.ts';
import { inMemory, type MakeStore } from './limits/stores.ts';

setUpClock();

const minuteMs = 60_000;
const ada: Form = { fields: password('ada@example.org') };
const owner = (session: string) => ({
  cookie: `ory_kratos_session=${Buffer.from(session).toString('base64url')}`,
});

/** Sends a form until it is refused, and once more. */
async function useUp(
  { passes, send }: ReturnType<typeof limitedPortal>,
  form: (count: number) => Form,
): Promise<void> {
  const count = await passes(form);
  await send(form(count));
}

test('an account that is refused is reported once in a window, however many forms are refused at once', async () => {
  const portal = limitedPortal();
  await useUp(portal, () => ada);
  await Promise.all(Array.from({ length: 20 }, () => portal.send(ada)));
  expect(portal.limited).toEqual([{ name: 'ada@example.org', limit: 'password', until: 15 * minuteMs }]);
  jest.setSystemTime(14 * minuteMs);
  await portal.send(ada);
  expect(portal.limited).toHaveLength(1);
  jest.setSystemTime(15 * minuteMs);
  await useUp(portal, () => ada);
  expect(portal.limited.map(({ until }) => until)).toEqual([15 * minuteMs, 30 * minuteMs]);
});

test('it is reported whether there is such an account or not, and for nobody else', async () => {
  const portal = limitedPortal();
  await useUp(portal, () => ({ fields: password('nobody@example.org') }));
  await portal.send({ fields: password('ben@example.org') });
  expect(portal.limited.map(({ name }) => name)).toEqual(['nobody@example.org']);
});

test('what refuses an address or a session is no limit of an account', async () => {
  const portal = limitedPortal();
  await useUp(portal, (count) => ({ fields: password(`user${count}@example.org`) }));
  await useUp(portal, (count) => ({
    kind: 'settings',
    fields: { method: 'password', password: 'new' },
    headers: owner('a'),
    address: anywhere(count),
  }));
  expect(portal.limited).toEqual([]);
  expect(await portal.lockouts.list(['user1@example.org'])).toEqual([]);
});

test('a second factor, and a recovery’s code, are reported by a name that the form does not have', async () => {
  const portal = limitedPortal();
  await portal.send({ ...ada, answer: () => signedIn('hers') });
  const factor = (count: number): Form => ({
    fields: { method: 'totp', totp_code: String(100_000 + count) },
    headers: owner('hers'),
  });
  await useUp(portal, factor);
  for (const flow of ['a', 'b'])
    await portal.send({ kind: 'recovery', fields: { flow, email: 'ben@example.org' } });
  await useUp(portal, (count) => ({ kind: 'recovery', fields: { flow: count % 2 ? 'a' : 'b', code: '1' } }));
  expect(portal.limited.map(({ name, limit }) => [name, limit])).toEqual([
    ['ada@example.org', 'factor'],
    ['ben@example.org', 'code'],
  ]);
});

test('mail is reported for its recipient', async () => {
  const portal = limitedPortal();
  await useUp(portal, () => ({ kind: 'recovery', fields: { email: 'Ada <ada@example.org>' } }));
  expect(portal.limited.map(({ name, limit }) => [name, limit])).toEqual([['ada@example.org', 'mail']]);
});

test('lists the limits that refuse an account at any address, until they are lifted or over', async () => {
  const portal = limitedPortal();
  const { lockouts } = portal;
  const accounts = ['ada@example.org'];
  for (const address of [anywhere(1), anywhere(2)]) await useUp(portal, () => ({ ...ada, address }));
  const listed = async () =>
    (await lockouts.list(accounts)).map(({ limit: { name, per }, hits, leftMs }) => [
      name,
      per,
      hits,
      leftMs,
    ]);
  expect(await listed()).toEqual(Array(2).fill(['password', 'account at address', 10, 15 * minuteMs]));
  await lockouts.lift(['ben@example.org']);
  expect(await listed()).toHaveLength(2);
  await lockouts.lift(accounts);
  expect(await listed()).toEqual([]);
  expect(await portal.passes(() => ({ ...ada, address: anywhere(1) }))).toBe(10);
  await portal.send({ ...ada, address: anywhere(1) });
  expect(portal.limited).toHaveLength(3);
  jest.setSystemTime(16 * minuteMs);
  expect(await listed()).toEqual([]);
});

test('lifting one account’s limits leaves those of others, and of the address', async () => {
  const portal = limitedPortal();
  await useUp(portal, () => ada);
  await useUp(portal, () => ({ fields: password('ben@example.org') }));
  await portal.lockouts.lift(['ada@example.org']);
  expect(await portal.send({ fields: password('ben@example.org') })).toBe('rate_limited');
  expect(await portal.passes((count) => ({ fields: password(`user${count}@example.org`) }))).toBe(80);
});

test('nothing in the stores has a name', async () => {
  const written: string[] = [];
  const makeStore: MakeStore = (name, keptMs) => {
    const store = inMemory(name, keptMs);
    return {
      ...store,
      count: (key, change) => (written.push(key), store.count(key, change)),
      set: (key, text) => (written.push(key, text), store.set(key, text)),
    };
  };
  const portal = limitedPortal(makeStore);
  await useUp(portal, () => ada);
  expect(written.length).toBeGreaterThan(20);
  expect(written.join(' ')).not.toMatch(/ada|example/);
});

test.each(failingStores)('a form stays refused if a store of the memory %s', async (_how, failing) => {
  const makeStore: MakeStore = (name, keptMs) =>
    ['reached', 'refusals'].includes(name) ? failing(name, keptMs) : inMemory(name, keptMs);
  const portal = limitedPortal(makeStore);
  expect(await portal.passes(() => ada)).toBe(10);
  expect(await portal.send(ada)).toBe('rate_limited');
  expect(portal.limited).toEqual([]);
});
