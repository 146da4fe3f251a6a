import { crossOrigin } from './errors.ts';
import type { Subscriber } from './requestRecord.ts';

const minuteMs = 60_000;
/** How many refused requests of other sites have a line of their own, within a minute. */
const linesPerMinute = 20;

const { id: refused } = crossOrigin();

/**
 * Bounds the lines about requests that were refused because another site's page caused them: one visitor of such a page
 * can cause thousands at no cost. With the first line of a later minute comes one more, which says how many had none.
 *
 * @param log gets that line
 * @param subscriber gets all other records
 */
export function sampleOtherSites(
  log: { warn: (fields: object, message: string) => void },
  subscriber: Subscriber,
): Subscriber {
  let startedAt = -Infinity;
  let seen = 0;
  return (record) => {
    if (record.problem?.id === refused) {
      if (performance.now() - startedAt > minuteMs) {
        const count = seen - linesPerMinute;
        if (count > 0) log.warn({ count }, 'more requests of other sites were refused');
        startedAt = performance.now();
        seen = 0;
      }
      seen += 1;
      if (seen > linesPerMinute) return;
    }
    subscriber(record);
  };
}
