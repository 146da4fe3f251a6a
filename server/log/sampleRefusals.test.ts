import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { type Refusal, sampleOtherSites, sampleRefusals } from './sampleRefusals.ts';
import { recordWith } from '../../test/support/requestRecord.ts';
import { crossOrigin, notFound } from '../http/errors.ts';

test('five refused requests of other sites are logged per minute, and the others in one line at its end', () => {
  jest.useFakeTimers();
  const [warn, subscriber] = [jest.fn(), jest.fn()];
  const record = sampleOtherSites({ warn }, subscriber);
  const refused = recordWith({ status: 403, problem: crossOrigin() });
  for (let count = 0; count < 1000; count += 1) record(refused);
  expect(subscriber).toHaveBeenCalledTimes(5);
  for (const problem of [undefined, notFound()]) record(recordWith(problem ? { problem } : {}));
  expect(subscriber).toHaveBeenCalledTimes(7);
  expect(warn).not.toHaveBeenCalled();
  jest.advanceTimersByTime(61_000);
  expect(warn.mock.calls).toEqual([[{ count: 995 }, 'more requests from other sites were refused']]);
  record(refused);
  expect(subscriber).toHaveBeenCalledTimes(8);
  jest.useRealTimers();
});

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

const stranger: Refusal = { client: '192.0.2.1', group: 'unknown', outcome: 'unauthorized' };

function sampler() {
  const reports: Record<string, number>[] = [];
  const { admits, flush } = sampleRefusals((outcomes) => void reports.push(outcomes));
  const admitted = (many: number, make: (count: number) => Refusal): number =>
    Array.from({ length: many }, (_one, count) => admits(make(count))).filter(Boolean).length;
  return { admitted, flush, reports };
}

test('five refusals of one client are logged per minute, and the others counted at its end', () => {
  const { admitted, reports } = sampler();
  expect(admitted(1000, () => stranger)).toBe(5);
  expect(reports).toEqual([]);
  jest.advanceTimersByTime(60_000);
  expect(reports).toEqual([{ unauthorized: 995 }]);
  expect(admitted(7, () => stranger)).toBe(5);
  jest.advanceTimersByTime(60_000);
  expect(reports).toEqual([{ unauthorized: 995 }, { unauthorized: 2 }]);
});

test('ten refusals of many clients are logged per minute, and the others counted by outcome', () => {
  const { admitted, flush, reports } = sampler();
  const outcome = (count: number): string => (count % 2 ? 'csrf_violation' : 'unauthorized');
  expect(admitted(1000, (count) => ({ ...stranger, client: `c${count}`, outcome: outcome(count) }))).toBe(10);
  flush();
  expect(reports).toEqual([{ unauthorized: 495, csrf_violation: 495 }]);
});

test('refusals in one group do not use up the lines of another', () => {
  const { admitted } = sampler();
  admitted(1000, (count) => ({ ...stranger, client: `c${count}` }));
  expect(admitted(1, () => ({ client: 'admin', group: 'forbidden', outcome: 'forbidden' }))).toBe(1);
});

test('a minute without refusals beyond the limit has no summary', () => {
  const { admitted, flush, reports } = sampler();
  expect(admitted(5, () => stranger)).toBe(5);
  jest.advanceTimersByTime(60_000);
  flush();
  expect(reports).toEqual([]);
});
