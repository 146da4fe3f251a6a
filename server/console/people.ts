import {
  peopleFilterNames,
  quietTimes,
  type Counted,
  type ListedPerson,
} from '../../shared/console/lists.ts';
import type { ConsoleProps } from '../../shared/console/pages.ts';
import { objectsIn, textIn } from '../../shared/fields.ts';
import { mostLookedThrough, type PeopleQuery } from '../store/people.ts';
import { identityRequests } from '../upstreams/requests.ts';
import { pageUrl } from '../urls/paths.ts';
import type { MakeOptions } from './carryOut.ts';
import { makeListAct } from './listAct.ts';
import { indexState, orNone, personAtKratos, personInIndex } from './lookUps.ts';
import { shown, type ConsoleLoader, type ConsoleNeeds, type FormHandler } from './needs.ts';

const dayMs = 24 * 3_600_000;

type Filters = ConsoleProps['people']['filters'];

const filtersIn = (query: URLSearchParams): Filters =>
  Object.fromEntries(
    peopleFilterNames.flatMap((name) => {
      const text = query.get(name)?.slice(0, 100);
      return text ? [[name, text]] : [];
    }),
  );

/** Returns what the index is asked for. @throws Error if the database does not answer */
async function asked(
  { store }: Pick<ConsoleNeeds, 'store'>,
  words: string,
  { state, schema, method, proved, quiet, now: at }: Filters,
  now: number,
): Promise<PeopleQuery> {
  const isQuiet = quietTimes.some((time) => time === quiet);
  return {
    ...(words !== '' && { words }),
    filters: {
      state,
      schema,
      method,
      ...((proved === 'yes' || proved === 'no') && { proved: proved === 'yes' }),
      // nobody has signed in before 1970
      ...(at === 'limited' && { identities: (await store.limitedNow()).map(({ identity }) => identity) }),
      ...(at === 'deletion' && { isLeaving: true }),
      ...(isQuiet && { inactiveSince: quiet === 'never' ? 0 : now - Number(quiet) * dayMs }),
    },
  };
}

/** The people who are to be deleted: where they are listed, and how many they are. @throws Error if the database does not answer */
export async function leaving(needs: Pick<ConsoleNeeds, 'store'>): Promise<Counted> {
  const filters: Filters = { now: 'deletion' };
  const count = await needs.store.people.count(await asked(needs, '', filters, Date.now()));
  return { count: count ?? 0, url: listUrl('', filters) };
}

const listUrl = (q: string, filters: Filters, after?: string): string =>
  pageUrl('/manage/people', { q, ...filters, after });

/** Returns the ids of the schemas that Kratos has. */
async function schemasOf({ provider: { kratos } }: ConsoleNeeds): Promise<string[]> {
  const answer = await orNone(kratos.answer(identityRequests.listIdentitySchemas()));
  return objectsIn(answer?.body).flatMap(({ id }) => textIn(id) ?? []);
}

/** `GET /manage/people`: the people of the index, by words and filters; those who are not in it, by what they sign in with. */
export const people =
  (needs: ConsoleNeeds): ConsoleLoader =>
  async ({ query: given }) => {
    const query = given.get('q')?.trim().slice(0, 200) ?? '';
    const filters = filtersIn(given);
    const [index, schemas] = await Promise.all([indexState(needs), schemasOf(needs)]);
    const base = { query, filters, schemas };
    const atKratos = async (): Promise<ListedPerson[] | undefined> =>
      query === '' ? [] : (await orNone(needs.identities.signingInWith(query)))?.map(personAtKratos);
    if (!index) {
      const found = await atKratos();
      return shown('people', { ...base, ...(found && { people: found }) });
    }
    const { people: all } = needs.store;
    const wanted = await orNone(asked(needs, query, filters, Date.now()));
    const [page, count] = await Promise.all([
      orNone(wanted && all.find({ ...wanted, after: given.get('after') ?? undefined })),
      orNone(wanted && all.count(wanted)),
    ]);
    // the index may not have everybody yet
    const isMissing = page?.people.length === 0 && Object.keys(filters).length === 0;
    const listed = isMissing ? await atKratos() : page?.people.map(personInIndex);
    return shown('people', {
      ...base,
      index,
      ...(listed && { people: listed }),
      ...(count !== undefined && { count }),
      ...(page?.isPartial && { lookedThrough: mostLookedThrough }),
      ...(page?.next !== undefined && { nextUrl: listUrl(query, filters, page.next) }),
      ...(page && !page.isFirst && { firstUrl: listUrl(query, filters) }),
    });
  };

/** `POST /manage/people/index`: has the index of people filled anew. */
export const postIndex =
  (needs: MakeOptions): FormHandler =>
  (request, member) => {
    const make = async () => {
      await needs.store.people.rebuild();
      return {};
    };
    const deed = { operation: 'rebuildIndex', role: 'write', target: '', make } as const;
    return makeListAct(request, member, deed, { backUrl: '/manage/people' }, needs);
  };
