import {
  activityGroups,
  type Activity,
  type ActivityGroup,
  type ShownActivity,
} from '../../shared/activity.ts';
import { pageRow } from '../../shared/pages.ts';
import { shownName } from '../../shared/shownName.ts';
import { agentName } from '../../shared/userAgent.ts';
import { notFound } from '../http/errors.ts';
import type { Loader } from '../pages/loader.ts';
import type { HistoryPage } from '../store/events.ts';
import type { Store } from '../store/store.ts';
import { upstreamFailed } from '../upstreams/upstreamErrors.ts';
import { signInAgain } from '../urls/links.ts';
import { pageUrl } from '../urls/paths.ts';

const isGroup = (name: string | null): name is ActivityGroup =>
  name !== null && Object.hasOwn(activityGroups, name);

const urlOf = (show: ActivityGroup | undefined, after?: string): string =>
  pageUrl(pageRow('activity').path, { show, after });

/**
 * Prepares an event for the page. Applications, providers and browsers have named what it is about: only names that are fit to be
 * shown stay, and the browser's instead of all that it says of itself.
 */
function shown({ about: { userAgent, provider, ...about }, ...event }: Activity): ShownActivity {
  // Kratos tells the id alone, in small letters
  const service = provider && provider.charAt(0).toUpperCase() + provider.slice(1);
  const names = Object.entries({ ...about, ...(service && { provider: service }) }).map(
    ([what, name]) => [what, shownName(name)] as const,
  );
  return {
    ...event,
    about: Object.fromEntries(names.filter(([, name]) => name !== undefined)),
    ...(userAgent !== undefined && { device: agentName(userAgent) }),
  };
}

/** Returns the props that lead to the pages before and after one. */
const linksOf = (show: ActivityGroup | undefined, { next, isFirst }: HistoryPage) => ({
  ...(next !== undefined && { olderUrl: urlOf(show, next) }),
  ...(!isFirst && { latestUrl: urlOf(show) }),
});

/**
 * `GET /activity`: what happened to the signed-in user's account, the latest first. `show` is a group of events, `after` the
 * token of the page before; wrong ones mean everything and the first page.
 *
 * @param store without one there is no such page
 * @throws PortalError when the portal keeps no history, or Kratos does not say who is signed in
 */
export const activity =
  (store: Store | undefined): Loader =>
  async ({ url, query, hasSessionCookie, visitor }) => {
    if (!store) throw notFound();
    const who = await visitor();
    if (who.kind === 'secondFactor') return { redirect: pageUrl('/login', { aal: 'aal2', return_to: url }) };
    if (who.kind === 'signedOut')
      return {
        redirect: hasSessionCookie ? signInAgain({ return_to: url }) : pageUrl('/login', { return_to: url }),
      };
    const identity = who.kind === 'signedIn' ? who.session.identity?.id : undefined;
    if (identity === undefined) throw upstreamFailed();

    const [asked, after] = [query.get('show'), query.get('after') ?? undefined];
    const show = isGroup(asked) ? asked : undefined;
    // the store logs why it cannot be read
    const history = await store.history(identity, { group: show, after }).catch(() => undefined);
    return {
      page: {
        name: 'activity',
        props: {
          ...(show && { show }),
          ...(history && { events: history.events.map(shown), ...linksOf(show, history) }),
        },
      },
    };
  };
