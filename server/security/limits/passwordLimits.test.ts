import { describe, expect, jest, test } from '@jest/globals';
import {
  answer,
  anywhere,
  limitedPortal,
  password,
  setUpClock,
  signedIn,
} from '../../../test/support/formLimitsHarness.ts';

setUpClock();

describe('passwords', () => {
  test('one account at one IP address is allowed ten failures, then has to wait a quarter of an hour', async () => {
    const { passes, send } = limitedPortal();
    expect(await passes(() => ({ fields: password('ada@example.org') }))).toBe(10);
    expect(await send({ fields: password(' ADA@Example.org') })).toBe('rate_limited');
    const own = { fields: password('ben@example.org'), answer: () => signedIn('ben’s') };
    expect(await send(own)).toBe('passed');
    expect(await send({ fields: password('ada@example.org') })).toBe('rate_limited');
    expect(await send({ fields: password('ada@example.org'), address: '192.0.2.2' })).toBe('passed');
    jest.setSystemTime(15 * 60_000);
    expect(await send({ fields: password('ada@example.org') })).toBe('passed');
  });

  test('neither a successful sign-in nor a failure of the provider counts', async () => {
    const { passes } = limitedPortal();
    const fields = password('ada@example.org');
    expect(await passes((count) => ({ fields, answer: () => signedIn(`session ${count}`) }))).toBe(400);
    expect(await passes(() => ({ fields, answer: () => answer(200) }))).toBe(400);
    expect(await passes(() => ({ fields, answer: () => answer(502) }))).toBe(400);
    expect(await passes(() => ({ fields, answer: () => undefined }))).toBe(400);
    expect(await passes(() => ({ fields, answer: () => answer(303) }))).toBe(10);
  });

  test('one account is allowed a hundred failures an hour from many IP addresses', async () => {
    const { passes } = limitedPortal();
    const form = (count: number) => ({ fields: password('ada@example.org'), address: anywhere(count) });
    expect(await passes(form)).toBe(100);
  });

  test('strangers cannot lock an account’s owner out where the owner has signed in before', async () => {
    const { passes, send } = limitedPortal();
    const fields = password('ada@example.org');
    const home = '203.0.113.7';
    await send({ fields, address: home, answer: () => signedIn('hers') });
    await passes((count) => ({ fields, address: anywhere(count) }));
    expect(await send({ fields, address: '203.0.113.8' })).toBe('rate_limited');
    expect(await passes(() => ({ fields, address: home }))).toBe(10);
  });

  test('one IP address is allowed a hundred failures in a quarter of an hour for many accounts', async () => {
    const { passes } = limitedPortal();
    expect(await passes((count) => ({ fields: password(`user${count}@example.org`) }))).toBe(100);
  });

  test('naming a stranger’s account while signing in by other means does not make the sender its owner', async () => {
    const { passes, send } = limitedPortal();
    const home = '203.0.113.7';
    const hers = { identifier: 'ada@example.org' };
    await send({ fields: { method: 'passkey', ...hers }, address: home, answer: () => signedIn('his') });
    await send({
      kind: 'recovery',
      fields: { method: 'code', code: '1', email: hers.identifier },
      address: home,
      answer: () => signedIn('his too'),
    });
    await passes((count) => ({ fields: password(hers.identifier), address: anywhere(count) }));
    expect(await send({ fields: password(hers.identifier), address: home })).toBe('rate_limited');
  });
});
