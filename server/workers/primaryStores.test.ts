import { expect, test } from '@jest/globals';
import {
  expectCountedTogether,
  limitedPortal,
  sessionCookie,
  signedIn,
} from '../../test/support/formLimitsHarness.ts';
import type { LimitStores } from '../security/limits/stores.ts';
import { keptStores } from './keptStores.ts';
import type { StoreCall, ToPrimary, ToWorker } from './messages.ts';
import { primaryStores } from './primaryStores.ts';

const throughJson = <Message extends ToPrimary | ToWorker>(message: Message): Message =>
  JSON.parse(JSON.stringify(message)) as Message;

/** A primary process' stores, as each of its workers reaches them, and the calls in each message. */
function primary(): { worker: () => LimitStores; messages: StoreCall[][] } {
  const makeCall = keptStores();
  const messages: StoreCall[][] = [];
  const answer = async (message: ToPrimary): Promise<ToWorker | undefined> => {
    if (message.type !== 'calls') return undefined;
    messages.push(message.calls);
    return { type: 'answers', id: message.id, answers: await Promise.all(message.calls.map(makeCall)) };
  };
  const worker = (): LimitStores => {
    const stores = primaryStores((message) => {
      void answer(throughJson(message)).then((reply) => {
        if (reply?.type === 'answers') stores.take(reply.id, throughJson(reply).answers);
      });
    });
    return stores;
  };
  return { worker, messages };
}

test('workers count together, and undo the counts of successful sign-ins together', async () => {
  const { worker } = primary();
  await expectCountedTogether(limitedPortal(worker()), limitedPortal(worker()));
});

test('the same code of an authenticator app passes in only one worker', async () => {
  const { worker } = primary();
  const form = {
    fields: { method: 'totp', totp_code: '123456' },
    headers: { cookie: sessionCookie('a') },
    answer: () => signedIn('a, aal2'),
  };
  const results = await Promise.all([limitedPortal(worker()).send(form), limitedPortal(worker()).send(form)]);
  expect(results.sort()).toEqual(['code_used', 'passed']);
});

test('a worker’s memory has the values that another worker has set, and no others', async () => {
  const { worker } = primary();
  const [one, other] = [worker().memory('a', 60_000), worker().memory('a', 60_000)];
  await one.set('key', 'text');
  expect([await other.get('key'), await other.get('none')]).toEqual(['text', undefined]);
  expect([await other.add('key', 'more'), await other.add('new', '')]).toEqual([false, true]);
  await other.delete('key');
  expect(await one.get('key')).toBeUndefined();
});

test('the primary process decides when a window ends, and a counter can be reset', async () => {
  const { worker } = primary();
  const [one, other] = [worker().counter('a', 60_000), worker().counter('a', 60_000)];
  const before = Date.now();
  const first = await one.increment('key');
  const second = await other.increment('key');
  expect([first.totalHits, second.totalHits]).toEqual([1, 2]);
  expect(second.resetTime).toEqual(first.resetTime);
  expect(Number(first.resetTime)).toBeGreaterThanOrEqual(before + 60_000);
  await one.resetKey('key');
  expect((await other.increment('key')).totalHits).toBe(1);
});

test('calls made at the same moment travel in one message, in order', async () => {
  const { worker, messages } = primary();
  const counter = worker().counter('a', 60_000);
  const [{ totalHits }] = await Promise.all([counter.increment('key'), counter.decrement('key')]);
  expect(totalHits).toBe(1);
  expect((await counter.increment('key')).totalHits).toBe(1);
  expect(messages.map((calls) => calls.map(({ method }) => method))).toEqual([
    ['increment', 'decrement'],
    ['increment'],
  ]);
});
