import { sessionStates, type ListedSession } from '../../shared/console/lists.ts';
import type { ConsoleProps } from '../../shared/console/pages.ts';
import { firstPage } from '../upstreams/everyPage.ts';
import { fewAtATime } from '../upstreams/fewAtATime.ts';
import { withQuery } from '../../shared/flow/pagePath.ts';
import { namesOf, orNone, peopleNamed } from './lookUps.ts';
import { nameOf } from './nameOf.ts';
import { shown, type ConsoleLoader, type ConsoleNeeds } from './needs.ts';
import { listedSession } from './person.ts';

/** How many sessions of one person are listed at most. */
const mostOfOne = 100;

/** Reads the sessions of the people whom a text names, the latest of each. @throws PortalError 502 or 504 when Kratos does not answer */
async function sessionsOf(needs: ConsoleNeeds, text: string): Promise<ListedSession[]> {
  const people = await peopleNamed(needs, text);
  const all = await fewAtATime(people, async ({ id, name }) => {
    const found = await firstPage(needs.identities.everySession(id));
    return found.slice(0, mostOfOne).map((one) => ({ ...listedSession(one), person: { id, name } }));
  });
  return all.flat();
}

/** `GET /manage/sessions`: the sessions of everybody, or of those whom `person` names; the open ones unless `state` says otherwise. */
export const sessions =
  (needs: ConsoleNeeds): ConsoleLoader =>
  async ({ query }) => {
    const [state, after] = [query.get('state') ?? 'open', query.get('after') ?? undefined];
    const person = query.get('person')?.trim().slice(0, 200) ?? '';
    const active = sessionStates.some((one) => one === state) ? state === 'open' : undefined;
    const props: ConsoleProps['sessions'] = { state: active === undefined ? '' : state, person };
    if (person !== '') {
      const found = await orNone(sessionsOf(needs, person));
      const listed = found?.filter(({ isActive }) => active === undefined || isActive === active);
      return shown('sessions', { ...props, ...(listed && { sessions: listed }) });
    }
    const page = await orNone(needs.identities.sessionsPage(active, after));
    const listed = page?.sessions.map((session): ListedSession => {
      const { identity } = session;
      return {
        ...listedSession(session),
        ...(identity?.id && { person: { id: identity.id, name: nameOf(identity) } }),
      };
    });
    const urlOf = (next?: string): string =>
      withQuery(
        '/manage/sessions',
        new URLSearchParams({ state, ...(next !== undefined && { after: next }) }),
      );
    return shown('sessions', {
      ...props,
      ...(listed && { sessions: listed }),
      ...(page?.next !== undefined && { nextUrl: urlOf(page.next) }),
      ...(after !== undefined && { firstUrl: urlOf() }),
    });
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
    return shown('limited', { ...(people && { people }) });
  };
