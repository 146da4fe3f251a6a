import { countedKinds, type Counted } from '../../shared/console/lists.ts';
import type { ConsoleProps } from '../../shared/console/pages.ts';
import { filtersSince, logUrl, wantedLines, type LogFilterTexts } from './logFilters.ts';
import { logLines } from './logLines.ts';
import { indexState, orNone } from './lookUps.ts';
import { countMails } from './mails.ts';
import { leaving } from './people.ts';
import { shown, type ConsoleLoader, type ConsoleNeeds } from './needs.ts';

const dayMs = 24 * 3_600_000;

/** How many acts are shown. */
const mostActs = 8;

/** The filters of the acts that are shown. */
const made: LogFilterTexts = { kind: 'acts', outcome: 'made' };

/** Counts events as the lists do to which the numbers lead. */
async function countEvents({ store }: ConsoleNeeds): Promise<ConsoleProps['overview']['events']> {
  const now = Date.now();
  const counts = async (days: number) => {
    const found = await store.counts(wantedLines(filtersSince(now, days * dayMs, 'signedIn')).since ?? 0);
    return (kind: (typeof countedKinds)[number]): Counted => ({
      count: found[kind] ?? 0,
      url: logUrl(filtersSince(now, days * dayMs, kind)),
    });
  };
  const [day, week] = await Promise.all([counts(1), counts(7)]);
  return countedKinds.map((kind) => ({ kind, day: day(kind), week: week(kind) }));
}

/** Returns which of the provider's servers answer, with their versions. */
async function upstreamsOf({ provider }: ConsoleNeeds): Promise<ConsoleProps['overview']['upstreams']> {
  const [failing, versions] = await Promise.all([provider.failing(), provider.versions()]);
  return Object.entries(versions).map(([name, version]) => ({
    name,
    isReady: failing[name] === undefined,
    ...(version !== undefined && { version }),
  }));
}

/** `GET /manage`: how it stands. Parts that cannot be read say so. */
export const overview =
  (needs: ConsoleNeeds): ConsoleLoader =>
  async () => {
    const [events, queued, abandoned, upstreams, backlog, acts, index] = await Promise.all([
      orNone(countEvents(needs)),
      orNone(countMails(needs, 'queued')),
      orNone(countMails(needs, 'abandoned')),
      upstreamsOf(needs),
      orNone(needs.store.backlog()),
      orNone(logLines(needs, wantedLines(made), mostActs)),
      indexState(needs),
    ]);
    const deletions = index && (await orNone(leaving(needs)));
    return shown('overview', {
      upstreams,
      actsUrl: logUrl(made),
      ...(events && { events }),
      ...(queued && abandoned && { mails: { queued, abandoned } }),
      ...(deletions && backlog && { deletions: { ...deletions, overdue: backlog.overdueDeletions } }),
      ...(acts && { acts: acts.lines }),
      ...(index && { index }),
    });
  };
