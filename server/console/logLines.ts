import type { LogLine } from '../../shared/console.ts';
import { shownActivity } from '../../shared/shownActivity.ts';
import { textIn } from '../../shared/fields.ts';
import { notFound } from '../http/errors.ts';
import type { Act } from '../store/acts.ts';
import type { LoggedEvent } from '../store/events.ts';
import { logFilterTexts, logUrl, placesIn, tokenOf, wantedLines, type WantedLines } from './logFilters.ts';
import { orNone, withNames } from './lookUps.ts';
import { mergeLines, type Place, type ReadLines } from './mergeLines.ts';
import type { ConsoleLoader, ConsoleNeeds } from './needs.ts';

/** How many lines a page of the log has, and how many of one person's are shown with them. */
const pageSize = 50;
const ofPerson = 25;

/** How many pages are read at most for one of lines that the database cannot select. */
const mostPages = 60;

/** How many pages of acts are read at most for that of a request. */
const ofRequest = 20;

/** What a history says of acts that the log has, too. */
const byAdmin: ReadonlySet<string> = new Set(['changedByAdmin', 'limitsLifted']);

const eventLine = ({ identity, ...event }: LoggedEvent): LogLine => ({
  ...shownActivity(event),
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
function readsOf({ store }: Pick<ConsoleNeeds, 'store'>, wanted: WantedLines): ReadLines[] {
  const { person, actor, operation, since, until, kinds, acts } = wanted;
  return [
    async (after) => {
      if (kinds?.length === 0) return { lines: [], next: undefined };
      const { events, next } = await store.log({ identity: person, kinds, since, until, after });
      // the act says more than the person's history of it
      const told = acts ? events.filter(({ kind }) => !byAdmin.has(kind)) : events;
      return { lines: told.map(eventLine), next };
    },
    async (after) => {
      if (!acts) return { lines: [], next: undefined };
      const page = await store.acts.read({ target: person, actor, operation, since, until, after });
      return { lines: page.acts.map(actLine), next: page.next };
    },
  ];
}

/** Whether a line has the address and the request that are wanted, which the database cannot select by. */
const isWanted =
  ({ address, request }: WantedLines) =>
  (line: LogLine): boolean =>
    (address === undefined || line.about?.from === address) &&
    (request === undefined || line.request === request);

/** Reads all lines that are wanted, one after another. */
export const everyLine = (needs: Pick<ConsoleNeeds, 'store'>, wanted: WantedLines) =>
  mergeLines(readsOf(needs, wanted), { isWanted: isWanted(wanted) });

/** Reads a page of the lines that are wanted. @param places where it begins */
async function readPage(needs: ConsoleNeeds, wanted: WantedLines, size: number, places?: readonly Place[]) {
  const merged = mergeLines(readsOf(needs, wanted), {
    isWanted: isWanted(wanted),
    pages: mostPages,
    ...(places && { places }),
  });
  const lines: LogLine[] = [];
  while (lines.length < size) {
    const line = await merged.next();
    if (!line) break;
    lines.push(line);
  }
  return { lines: await withNames(needs, lines), places: await merged.places() };
}

/** Reads the latest lines about an identity or application, or by everybody. @throws Error if the database does not answer */
export const logLines = (
  needs: ConsoleNeeds,
  { identity, ...wanted }: { identity?: string } & Partial<WantedLines>,
  size = ofPerson,
): Promise<{ lines: LogLine[] }> => readPage(needs, { person: identity, acts: true, ...wanted }, size);

/** Finds an act by its id, or by the id of its request: the latest ones alone. */
export async function findAct(
  { store }: Pick<ConsoleNeeds, 'store'>,
  { id, request }: { id: string; request?: never } | { id?: never; request: string },
): Promise<LogLine | undefined> {
  if (id !== undefined) return (await store.acts.read({ id })).acts.map(actLine)[0];
  const [, acts] = readsOf({ store }, { acts: true });
  return (
    acts &&
    (await mergeLines([acts], { isWanted: (line) => line.request === request, pages: ofRequest }).next())
  );
}

/** `GET /manage/log`: what happened to all accounts and what administrators did; `line` is the id of one act. */
export const log =
  (needs: ConsoleNeeds): ConsoleLoader =>
  async ({ query }) => {
    const now = Date.now();
    const texts = logFilterTexts(query, now);
    const [one, after] = [query.get('line'), placesIn(query.get('after'))];
    const wanted = wantedLines(texts);
    const until = after?.until ?? Math.min(now, wanted.until ?? now) + 1;
    const chain = await orNone(needs.store.acts.newest());
    const exports = {
      csv: logUrl(texts, { path: '/manage/log/csv' }),
      jsonl: logUrl(texts, { path: '/manage/log/jsonl' }),
    };
    const base = { filters: texts, names: {}, exports, ...(chain && { chain }) };
    if (one !== null) {
      const found = await findAct(needs, { id: one });
      if (!found) throw notFound();
      return {
        page: { name: 'log', props: { ...base, isOne: true, lines: await withNames(needs, [found]) } },
      };
    }
    const page = await orNone(readPage(needs, { ...wanted, until }, pageSize, after?.places));
    const nameOf = (id: string | undefined): string | undefined =>
      page?.lines.flatMap(({ target, targetName, actor, actorName }) => [
        ...(target === id ? [targetName] : []),
        ...(actor === id ? [actorName] : []),
      ])[0];
    const [person, actor] = [nameOf(texts.person), nameOf(texts.actor)];
    return {
      page: {
        name: 'log',
        props: {
          ...base,
          names: { ...(person !== undefined && { person }), ...(actor !== undefined && { actor }) },
          ...(page && { lines: page.lines }),
          ...(page?.places && { nextUrl: logUrl(texts, { after: tokenOf(until, page.places) }) }),
          ...(after && { firstUrl: logUrl(texts) }),
        },
      },
    };
  };
