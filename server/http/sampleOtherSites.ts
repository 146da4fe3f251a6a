import { crossOrigin } from './errors.ts';
import type { Subscriber } from './requestRecord.ts';

const minuteMs = 60_000;
/** How many refused requests from other sites get their own line, per minute. */
const linesPerMinute = 20;

const { id: refused } = crossOrigin();

/**
 * Limits the lines about requests that were refused because another site's page caused them: one visitor of such a
 * page can cause thousands at no cost. The first line of a later minute is preceded by one that counts those without
 * a line.
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
        if (count > 0) log.warn({ count }, 'more requests from other sites were refused');
        startedAt = performance.now();
        seen = 0;
      }
      seen += 1;
      if (seen > linesPerMinute) return;
    }
    subscriber(record);
  };
}
