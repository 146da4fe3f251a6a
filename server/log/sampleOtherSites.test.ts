import { expect, jest, test } from '@jest/globals';
import { recordWith } from '../../test/support/requestRecord.ts';
import { crossOrigin, notFound } from '../http/errors.ts';
import { sampleOtherSites } from './sampleOtherSites.ts';

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
