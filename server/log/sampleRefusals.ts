import { crossOrigin } from '../http/errors.ts';
import type { Subscriber } from '../http/requestRecord.ts';

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

const minuteMs = 60_000;

/** How many refusals of one client get a log line of their own in a minute. */
const perClient = 5;

/** How many refusals of one group get a log line of their own in a minute, whoever the clients are. */
const perGroup = 10;

/** A refused call. */
export interface Refusal {
  /** The same for all calls of one caller, or of one client's network. */
  client: string;
  /** Groups do not use up each other's lines, so that strangers cannot hide a known caller's refusals. */
  group: string;
  outcome: string;
}

/** Chooses which refused calls get lines of their own, and counts the others. @param report gets a minute's counts */
export function sampleRefusals(report: (outcomes: Record<string, number>) => void) {
  const logged = new Map<string, number>();
  const counted = new Map<string, number>();
  let minute: NodeJS.Timeout | undefined;

  const flush = (): void => {
    clearTimeout(minute);
    minute = undefined;
    logged.clear();
    if (counted.size > 0) report(Object.fromEntries(counted));
    counted.clear();
  };
  const add = (counts: Map<string, number>, key: string): void =>
    void counts.set(key, (counts.get(key) ?? 0) + 1);

  return {
    /** Whether a refusal gets a line of its own; if not, it is counted. */
    admits: ({ client, group, outcome }: Refusal): boolean => {
      minute ??= setTimeout(flush, minuteMs).unref();
      const clientKey = `${group} ${client}`;
      if ((logged.get(group) ?? 0) >= perGroup || (logged.get(clientKey) ?? 0) >= perClient) {
        add(counted, outcome);
        return false;
      }
      add(logged, group);
      add(logged, clientKey);
      return true;
    },
    /** Reports the counts so far. */
    flush,
  };
}
