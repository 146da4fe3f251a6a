import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { createCounters, type Charge } from './counters.ts';
import { inMemory } from './stores.ts';

beforeEach(() => {
  jest.useFakeTimers({ now: 0 });
});
afterEach(() => {
  jest.useRealTimers();
});

const here: Charge = { kind: 'password', scope: 'accountAtAddress', key: 'ada here' };
const account: Charge = { kind: 'password', scope: 'account', key: 'ada' };

test('a limit allows its number of hits, then returns how long to wait until its window ends', async () => {
  const { count } = createCounters(inMemory.counter);
  for (let attempt = 0; attempt < 10; attempt += 1) expect(await count([here])).toHaveProperty('undo');
  jest.setSystemTime(60_500);
  expect(await count([here])).toEqual({ waitSeconds: 840, reached: here });
  expect(await count([{ ...here, key: 'ben here' }])).toHaveProperty('undo');
  jest.setSystemTime(900_000);
  expect(await count([here])).toHaveProperty('undo');
});

test('when two limits of a key are reached, the longest wait counts', async () => {
  const { count } = createCounters(inMemory.counter);
  const mail: Charge = { kind: 'mail', scope: 'accountAtAddress', key: 'ada here' };
  const sent = async (): Promise<number> => {
    for (let mails = 0; ; mails += 1) if ('waitSeconds' in (await count([mail]))) return mails;
  };
  expect(await sent()).toBe(6);
  for (let hour = 1; hour < 4; hour += 1) {
    jest.setSystemTime(hour * 3_600_000);
    expect(await sent()).toBe(hour < 3 ? 6 : 2);
  }
  expect(await count([mail])).toEqual({ waitSeconds: 21 * 3600, reached: mail });
});

test('a client limited by its IP address adds no more keys, so it cannot evict other clients’ keys', async () => {
  const { count } = createCounters(inMemory.counter);
  const address: Charge = { kind: 'password', scope: 'address', key: 'his address' };
  for (let attempt = 0; attempt < 10; attempt += 1) await count([here]);
  for (let attempt = 0; attempt < 20_000; attempt += 1)
    await count([address, { ...here, key: `stranger ${attempt}` }]);
  expect(await count([here])).toHaveProperty('waitSeconds');
});

test('a form that its flow’s limit refuses adds no keys, so it cannot evict other clients’ keys', async () => {
  const { count } = createCounters(inMemory.counter);
  const flow: Charge = { kind: 'form', scope: 'flow', key: 'his flow' };
  for (let attempt = 0; attempt < 10; attempt += 1) await count([here]);
  for (let attempt = 0; attempt < 20_000; attempt += 1)
    await count([flow, { ...here, key: `stranger ${attempt}` }]);
  expect(await count([here])).toHaveProperty('waitSeconds');
});

test('a form that one limit refuses does not use up another', async () => {
  const { count } = createCounters(inMemory.counter);
  for (let attempt = 0; attempt < 500; attempt += 1) await count([here, account]);
  for (let attempt = 0; attempt < 90; attempt += 1) expect(await count([account])).toHaveProperty('undo');
  expect(await count([account])).toHaveProperty('waitSeconds');
});

test('an undone hit does not count', async () => {
  const { count } = createCounters(inMemory.counter);
  for (let attempt = 0; attempt < 50; attempt += 1) {
    const counted = await count([here]);
    if ('undo' in counted) await counted.undo();
  }
  expect(await count([here])).toHaveProperty('undo');
});
