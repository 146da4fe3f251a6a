import { upstreamFailed } from './upstreamErrors.ts';

/** A page of a provider's list, and the token of the one that follows; undefined on the last one. */
interface ListPage<Item> {
  items: Item[];
  next: string | undefined;
}

/** Guards against a list whose pages never end. */
const mostPages = 1000;

/**
 * Reads a list page by page; the next page only once it is asked for.
 *
 * @param read reads the page that a token names; the first one without it
 * @throws PortalError 502 if the list does not end, and what `read` throws
 */
export async function* everyPage<Item>(
  read: (token: string | undefined) => Promise<ListPage<Item>>,
): AsyncGenerator<Item[], void> {
  let token: string | undefined;
  for (let count = 0; count < mostPages; count += 1) {
    const { items, next } = await read(token);
    yield items;
    if (next === undefined || next === token) return;
    token = next;
  }
  throw upstreamFailed();
}

/** Reads the first page of a list; empty if it has none. @throws what reading it throws */
export async function firstPage<Item>(pages: AsyncIterable<Item[]>): Promise<Item[]> {
  for await (const items of pages) return items;
  return [];
}
