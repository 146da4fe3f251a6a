import { applicationUrl } from '../../shared/console/acts.ts';
import type { LogLine } from '../../shared/console/lists.ts';
import type { ConsoleProps } from '../../shared/console/pages.ts';
import { shownActivity } from '../../shared/shownActivity.ts';
import { textIn } from '../../shared/fields.ts';
import { notFound } from '../http/errors.ts';
import type { Act, ActFilters } from '../store/acts.ts';
import type { LogFilters, LoggedEvent } from '../store/events.ts';
import {
  everyKind,
  logFilterTexts,
  logUrl,
  placesIn,
  tokenOf,
  usualFrom,
  wantedLines,
  type WantedLines,
} from './logFilters.ts';
import { orNone, peopleNamed, withNames } from './lookUps.ts';
import { mergeLines, type Place, type ReadLines } from './mergeLines.ts';
import { applicationName } from './nameOf.ts';
import { shown, type ConsoleLoader, type ConsoleNeeds } from './needs.ts';

/** How many lines a page of the log has, and how many of one person's are shown with them. */
const pageSize = 50;
const ofPerson = 25;

/** What a history says of acts that the log has, too. */
const byAdmin: ReadonlySet<string> = new Set(['changedByAdmin', 'limitsLifted']);

/** The act of an administrator that is about an application of its target. */
const withdrawal = 'withdrawApplication';

const eventLine = ({ identity, ...event }: LoggedEvent): LogLine => ({
  ...shownActivity(event),
  ...(event.about.request !== undefined && { request: event.about.request }),
  target: identity,
});

const jsonOf = (value: unknown): string | undefined =>
  value === undefined ? undefined : (textIn(value) ?? JSON.stringify(value));

const actLine = ({ about, target, ...act }: Act): LogLine => {
  const { address, request, reason, before, after, ...more } = about;
  const [given, was, is] = [textIn(reason), jsonOf(before), jsonOf(after)];
  const [from, id] = [textIn(address), textIn(request)];
  return {
    ...act,
    ...(target !== '' && { target }),
    ...(from !== undefined && { about: { from } }),
    ...(id !== undefined && { request: id }),
    ...(given !== undefined && { reason: given }),
    ...(was !== undefined && { before: was }),
    ...(is !== undefined && { after: is }),
    more: Object.entries(more).map(([name, value]) => ({ name, value: jsonOf(value) ?? '' })),
  };
};

/** Returns what reads the lines that are wanted: events, and administrators' acts. */
function readsOf({ store }: Pick<ConsoleNeeds, 'store'>, wanted: WantedLines): ReadLines<LogLine>[] {
  const { person, actor, client, operation, outcome, kinds, acts, ...both } = wanted;
  const readEvents =
    (which: LogFilters): ReadLines<LogLine> =>
    async (after) => {
      if (which.kinds?.length === 0) return { lines: [], next: undefined };
      const { events, next } = await store.log({ ...both, ...which, after });
      return { lines: events.map(eventLine), next };
    };
  const readActs =
    (which: ActFilters): ReadLines<LogLine> =>
    async (after) => {
      if (!acts) return { lines: [], next: undefined };
      const page = await store.acts.read({ ...both, actor, operation, outcome, ...which, after });
      return { lines: page.acts.map(actLine), next: page.next };
    };
  if (client !== undefined)
    return [
      readEvents({ client, kinds }),
      readActs({ target: client }),
      ...(operation === undefined || operation === withdrawal
        ? [readActs({ operation: withdrawal, item: client })]
        : []),
    ];
  // the act says more than the person's history of it
  const kindsBesideActs = acts ? (kinds ?? everyKind).filter((kind) => !byAdmin.has(kind)) : kinds;
  return [readEvents({ identity: person, kinds: kindsBesideActs }), readActs({ target: person })];
}

/** Whom and what a text of the filters names. */
interface Named {
  ids: string[];
  /** The application that it names. */
  client?: string;
  found: ConsoleProps['log']['found'];
}

/** Finds whom a text names: people, or else an application; a text that names nobody may be the id of somebody who is gone. */
async function named(needs: ConsoleNeeds, text: string): Promise<Named> {
  const people = (await orNone(peopleNamed(needs, text))) ?? [];
  if (people.length > 0)
    return {
      ids: people.map(({ id }) => id),
      found: people.map(({ id, name }) => ({ name, url: `/manage/people/${id}` })),
    };
  const client = /\s/.test(text) ? undefined : await orNone(needs.provider.hydra?.consoleClient(text));
  if (!client) return { ids: [text], found: [] };
  const { client_id: id } = client;
  return { ids: [id], client: id, found: [{ name: applicationName(client), url: applicationUrl(id) }] };
}

/** Finds whom and what the filters of the log name. */
export async function namedLines(needs: ConsoleNeeds, { person, actor, ...wanted }: WantedLines) {
  const [about, by] = await Promise.all(
    [person, actor].map(async (texts) => texts?.[0] !== undefined && (await named(needs, texts[0]))),
  );
  const lines: WantedLines = {
    ...wanted,
    ...(about && { person: about.ids, client: about.client }),
    ...(by && { actor: by.ids }),
  };
  const found = [about, by].flatMap((one) => (one ? one.found : []));
  return { lines, found: [...new Map(found.map((one) => [one.url, one])).values()] };
}

/** Reads all lines that are wanted, one after another. */
export const everyLine = (needs: Pick<ConsoleNeeds, 'store'>, wanted: WantedLines) =>
  mergeLines(readsOf(needs, wanted));

/** Reads a page of the lines that are wanted. @param places where it begins */
async function readPage(needs: ConsoleNeeds, wanted: WantedLines, size: number, places?: readonly Place[]) {
  const merged = mergeLines(readsOf(needs, wanted), places);
  const lines = await merged.take(size);
  return { lines: await withNames(needs, lines), places: await merged.places() };
}

/** Reads the latest lines of some. @throws Error if the database does not answer */
export const logLines = (
  needs: ConsoleNeeds,
  wanted: Partial<WantedLines>,
  size = ofPerson,
): Promise<{ lines: LogLine[] }> => readPage(needs, { acts: true, ...wanted }, size);

/** Finds an act by its id. */
export const findAct = async (
  { store }: Pick<ConsoleNeeds, 'store'>,
  id: string,
): Promise<LogLine | undefined> => (await store.acts.read({ id })).acts.map(actLine)[0];

/** `GET /manage/log`: what happened to all accounts and what administrators did; `line` is the id of one act. */
export const log =
  (needs: ConsoleNeeds): ConsoleLoader =>
  async ({ query }) => {
    const now = Date.now();
    const texts = logFilterTexts(query, now);
    const [one, after] = [query.get('line'), placesIn(query.get('after'))];
    const given = wantedLines(texts);
    const until = after?.until ?? Math.min(now, given.until ?? now) + 1;
    const chain = await orNone(needs.store.acts.newest());
    const exports = {
      csv: logUrl(texts, { path: '/manage/log/csv' }),
      jsonl: logUrl(texts, { path: '/manage/log/jsonl' }),
    };
    const base = { filters: texts, usualFrom: usualFrom(now), found: [], exports, ...(chain && { chain }) };
    if (one !== null) {
      const act = await findAct(needs, one);
      if (!act) throw notFound();
      return shown('log', { ...base, isOne: true, lines: await withNames(needs, [act]) });
    }
    const { lines: wanted, found } = await namedLines(needs, given);
    const page = await orNone(readPage(needs, { ...wanted, until }, pageSize, after?.places));
    return shown('log', {
      ...base,
      found,
      ...(page && { lines: page.lines }),
      ...(page?.places && { nextUrl: logUrl(texts, { after: tokenOf(until, page.places) }) }),
      ...(after && { firstUrl: logUrl(texts) }),
    });
  };
