import type { IncomingHttpHeaders } from 'node:http';
import { describe, expect, test } from '@jest/globals';
import {
  anywhere,
  expectCountedTogether,
  limitedPortal,
  password,
  sessionCookie,
  setUpClock,
  signedIn,
} from '../../../test/support/formLimitsHarness.ts';
import { failingStores, sharedStores, storeFailure } from '../../../test/support/limitStores.ts';
import { inMemory, type LimitStores } from './stores.ts';

setUpClock();

const totp = (code: string) => ({ method: 'totp', totp_code: code });
const cookie = (session: string): IncomingHttpHeaders => ({ cookie: `a=b; ${sessionCookie(session)}` });

describe('two portals that share their stores', () => {
  test('count together, and undo the counts of successful sign-ins together', async () => {
    const stores = sharedStores();
    await expectCountedTogether(limitedPortal(stores), limitedPortal(stores));
  });

  test('know each other’s sessions, owners’ IP addresses, sent mails and used codes', async () => {
    const stores = sharedStores();
    const [one, other] = [limitedPortal(stores), limitedPortal(stores)];
    const ada = password('ada@example.org');
    await one.send({ fields: ada, answer: () => signedIn('hers') });
    for (let count = 0; count < 100; count += 1) await one.send({ fields: ada, address: anywhere(count) });
    expect(await other.send({ fields: ada, address: '203.0.113.9' })).toBe('rate_limited');
    expect(await other.send({ fields: ada })).toBe('passed');

    const factor = { fields: totp('123456'), headers: cookie('hers'), answer: () => signedIn('hers, aal2') };
    expect(await one.send(factor)).toBe('passed');
    expect(await other.send(factor)).toBe('code_used');
    expect(await other.send({ ...factor, headers: cookie('hers, aal2') })).toBe('code_used');

    const mailed = { flow: 'f', method: 'code', identifier: 'ben@example.org' };
    await one.send({ fields: mailed });
    const typed = { fields: { ...mailed, code: '1' } };
    expect(await other.passes(() => typed)).toBe(10);
  });

  test('let the same code pass only once when it is sent to both at once', async () => {
    const stores = sharedStores();
    const form = { fields: totp('123456'), headers: cookie('a'), answer: () => signedIn('a, aal2') };
    const results = await Promise.all([limitedPortal(stores).send(form), limitedPortal(stores).send(form)]);
    expect(results.sort()).toEqual(['code_used', 'passed']);
  });
});

describe.each(failingStores)('if a store %s', (_how, failing) => {
  const form = { fields: password('ada@example.org') };

  test('no form passes any limit', async () => {
    for (const stores of [
      failing,
      { ...inMemory, counter: failing.counter },
      { ...inMemory, memory: failing.memory },
    ])
      await expect(limitedPortal(stores).send(form)).rejects.toBe(storeFailure);
  });

  test('a form whose count cannot be undone stays counted', async () => {
    const counter: LimitStores['counter'] = (name, windowMs) => ({
      ...inMemory.counter(name, windowMs),
      decrement: failing.counter(name, windowMs).decrement,
    });
    expect(
      await limitedPortal({ ...inMemory, counter }).passes(() => ({ ...form, answer: () => signedIn('a') })),
    ).toBe(10);
  });
});
