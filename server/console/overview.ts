import type { CourierMessageStatus } from '@ory/client';
import type { ConsoleProps } from '../../shared/console.ts';
import { logLines } from './logLines.ts';
import { indexState, orNone } from './lookUps.ts';
import type { ConsoleLoader, ConsoleNeeds } from './needs.ts';

const dayMs = 24 * 3_600_000;

/** How many acts are shown. */
const mostActs = 8;

/** Among how many acts those are looked for that were made. */
const lookedAt = 100;

/** Counts the mails of a state: one more than a page has stands for more. */
async function countMails(
  { provider: { courier } }: ConsoleNeeds,
  status: CourierMessageStatus,
): Promise<number | undefined> {
  const page = await orNone(courier?.page({ status }));
  return page && page.messages.length + (page.next === undefined ? 0 : 1);
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
    const { store } = needs;
    const now = Date.now();
    const [day, week, queued, abandoned, upstreams, backlog, acts, index] = await Promise.all([
      orNone(store.counts(now - dayMs)),
      orNone(store.counts(now - 7 * dayMs)),
      countMails(needs, 'queued'),
      countMails(needs, 'abandoned'),
      upstreamsOf(needs),
      orNone(store.backlog()),
      orNone(logLines(needs, { kinds: [] }, lookedAt)),
      indexState(needs),
    ]);
    return {
      page: {
        name: 'overview',
        props: {
          upstreams,
          ...(day && { day }),
          ...(week && { week }),
          ...(queued !== undefined && abandoned !== undefined && { mails: { queued, abandoned } }),
          ...(backlog && { deletions: { overdue: backlog.overdueDeletions } }),
          ...(acts && { acts: acts.lines.filter(({ outcome }) => outcome === 'made').slice(0, mostActs) }),
          ...(index && { index }),
        },
      },
    };
  };
