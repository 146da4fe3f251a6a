import type { ListedSession } from '../../shared/console.ts';
import { pageUrl } from '../urls/paths.ts';
import { namesOf, orNone } from './lookUps.ts';
import { nameOf } from './nameOf.ts';
import type { ConsoleLoader, ConsoleNeeds } from './needs.ts';
import { listedSession } from './person.ts';

/** `GET /manage/sessions`: the sessions of everybody, those that are active unless `active` is `false`. */
export const sessions =
  ({ identities }: ConsoleNeeds): ConsoleLoader =>
  async ({ query }) => {
    const [active, after] = [query.get('active') !== 'false', query.get('after') ?? undefined];
    const page = await orNone(identities.sessionsPage(active, after));
    const listed = page?.sessions.map((session): ListedSession => {
      const { identity } = session;
      return {
        ...listedSession(session),
        ...(identity?.id && { person: { id: identity.id, name: nameOf(identity) } }),
      };
    });
    const urlOf = (next?: string): string =>
      pageUrl('/manage/sessions', { active: active ? undefined : 'false', after: next });
    return {
      page: {
        name: 'sessions',
        props: {
          active,
          ...(listed && { sessions: listed }),
          ...(page?.next !== undefined && { nextUrl: urlOf(page.next) }),
          ...(after !== undefined && { firstUrl: urlOf() }),
        },
      },
    };
  };

/** `GET /manage/limited`: the people whom a limit refuses now. */
export const limited =
  (needs: ConsoleNeeds): ConsoleLoader =>
  async () => {
    const events = await orNone(needs.store.limitedNow());
    const names = await namesOf(needs, events?.map(({ identity }) => identity) ?? []);
    const people = events?.map(({ identity: id, at, about: { until, method } }) => {
      const name = names.get(id);
      return {
        id,
        at,
        until: Date.parse(until ?? ''),
        ...(name !== undefined && { name }),
        ...(method !== undefined && { limit: method }),
      };
    });
    return { page: { name: 'limited', props: { ...(people && { people }) } } };
  };
