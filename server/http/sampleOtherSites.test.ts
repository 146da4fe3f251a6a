import { expect, jest, test } from '@jest/globals';
import { recordWith } from '../../test/support/requestRecord.ts';
import { crossOrigin, notFound } from './errors.ts';
import { sampleOtherSites } from './sampleOtherSites.ts';

test('twenty refused requests of other sites are logged per minute, and the others in one line', () => {
  jest.useFakeTimers();
  const [warn, subscriber] = [jest.fn(), jest.fn()];
  const record = sampleOtherSites({ warn }, subscriber);
  const refused = recordWith({ status: 403, problem: crossOrigin() });
  for (let count = 0; count < 1000; count += 1) record(refused);
  expect(subscriber).toHaveBeenCalledTimes(20);
  for (const problem of [undefined, notFound()]) record(recordWith(problem ? { problem } : {}));
  expect(subscriber).toHaveBeenCalledTimes(22);
  expect(warn).not.toHaveBeenCalled();
  jest.advanceTimersByTime(61_000);
  record(refused);
  expect(warn.mock.calls).toEqual([[{ count: 980 }, 'more requests from other sites were refused']]);
  expect(subscriber).toHaveBeenCalledTimes(23);
  jest.useRealTimers();
});
