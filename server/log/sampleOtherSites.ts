import { crossOrigin } from '../http/errors.ts';
import type { Subscriber } from '../http/requestRecord.ts';
import { sampleRefusals } from './sampleRefusals.ts';

const { id: refused } = crossOrigin();

/**
 * Limits the lines about requests that were refused because another site's page caused them: one visitor of such a
 * page can cause thousands at no cost. At the end of a minute one line counts those without a line.
 *
 * @param log gets that line
 * @param subscriber gets all other records
 */
export function sampleOtherSites(
  log: { warn: (fields: object, message: string) => void },
  subscriber: Subscriber,
): Subscriber {
  const lines = sampleRefusals(({ [refused]: count }) =>
    log.warn({ count }, 'more requests from other sites were refused'),
  );
  return (record) => {
    const isRefused = record.problem?.id === refused;
    if (!isRefused || lines.admits({ client: 'any', group: refused, outcome: refused })) subscriber(record);
  };
}
