import type { Act, Acts } from './acts.ts';
import type { LogFilters, LoggedEvent, LogPage } from './events.ts';

/** An event of an account, or an act of an administrator. */
export type LogEntry = { event: LoggedEvent; act?: never } | { act: Act; event?: never };

/** Reads items page by page; the next page only once it is asked for. */
async function* itemsOf<Item>(
  read: (after: string | undefined) => Promise<{ items: Item[]; next: string | undefined }>,
): AsyncGenerator<Item, void> {
  let after: string | undefined;
  do {
    const { items, next } = await read(after);
    yield* items;
    after = next;
  } while (after !== undefined);
}

/** Reads events and acts together, the latest first, with a page of each in memory. */
export async function* everyEntry(
  { identity, kinds, since, until }: LogFilters,
  readEvents: (filters: LogFilters & { after?: string | undefined }) => Promise<LogPage>,
  readActs: Acts['read'],
): AsyncGenerator<LogEntry, void> {
  const events = itemsOf(async (after) => {
    const { events: items, next } = await readEvents({ identity, kinds, since, until, after });
    return { items, next };
  });
  const acts = itemsOf(async (after) => {
    if (kinds) return { items: [], next: undefined };
    const { acts: items, next } = await readActs({ target: identity, since, until, after });
    return { items, next };
  });
  let [event, act] = [(await events.next()).value, (await acts.next()).value];
  while (event ?? act) {
    if (event && (!act || event.at >= act.at)) {
      yield { event };
      event = (await events.next()).value;
    } else if (act) {
      yield { act };
      act = (await acts.next()).value;
    }
  }
}
