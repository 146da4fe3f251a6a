import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import type { PortalError } from '../../http/PortalError.ts';
import { createLimiter, type Keys } from './limiter.ts';
import type { LimitName } from './limits.ts';
import { inMemory } from './stores.ts';

beforeEach(() => {
  jest.useFakeTimers({ now: 0 });
});
afterEach(() => {
  jest.useRealTimers();
});

/** The limits, and the result of a request: `passed`, or the seconds to wait. */
function limiterOf() {
  const limiter = createLimiter({ PEOPLE_PER_ADDRESS: 10 }, inMemory);
  const result = (...requests: [LimitName, Keys][]): Promise<unknown> =>
    limiter.admit(requests.flatMap(([name, keys]) => limiter.hits(name, keys))).then(
      () => 'passed',
      (refusal: unknown) => (refusal as PortalError).waitSeconds,
    );
  return { result };
}

const here: [LimitName, Keys] = ['password', { 'account at address': ['ada here'] }];
const elsewhere: [LimitName, Keys] = ['password', { 'account elsewhere': ['ada'] }];
const stranger = (attempt: number): [LimitName, Keys] => [
  'password',
  { 'account at address': [`stranger ${attempt}`] },
];

test('when two limits of a key are reached, the longest wait counts', async () => {
  const { result } = limiterOf();
  const mail: [LimitName, Keys] = ['mail', { 'account at address': ['ada here'] }];
  const sent = async (): Promise<number> => {
    for (let mails = 0; ; mails += 1) if ((await result(mail)) !== 'passed') return mails;
  };
  expect(await sent()).toBe(6);
  for (let hour = 1; hour < 4; hour += 1) {
    jest.setSystemTime(hour * 3_600_000);
    expect(await sent()).toBe(hour < 3 ? 6 : 2);
  }
  expect(await result(mail)).toBe(21 * 3600);
});

test('a client limited by its IP address adds no more keys, so it cannot evict other clients’ keys', async () => {
  const { result } = limiterOf();
  for (let attempt = 0; attempt < 10; attempt += 1) await result(here);
  for (let attempt = 0; attempt < 40_000; attempt += 1)
    await result(['password', { address: ['his address'] }], stranger(attempt));
  expect(await result(here)).toBe(900);
});

test('a form that its flow’s limit refuses adds no keys, so it cannot evict other clients’ keys', async () => {
  const { result } = limiterOf();
  for (let attempt = 0; attempt < 10; attempt += 1) await result(here);
  for (let attempt = 0; attempt < 40_000; attempt += 1)
    await result(['form', { flow: ['his flow'] }], stranger(attempt));
  expect(await result(here)).toBe(900);
});

test('a form that one limit refuses does not use up another', async () => {
  const { result } = limiterOf();
  for (let attempt = 0; attempt < 500; attempt += 1) await result(here, elsewhere);
  for (let attempt = 0; attempt < 90; attempt += 1) expect(await result(elsewhere)).toBe('passed');
  expect(await result(elsewhere)).toBe(3600);
});
