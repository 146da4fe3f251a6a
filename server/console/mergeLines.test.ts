import { expect, test } from '@jest/globals';
import type { LogLine } from '../../shared/console.ts';
import { mergeLines, type Place, type ReadLines } from './mergeLines.ts';

/** A list of lines at times, two on a page. */
function list(name: string, times: number[]): ReadLines<LogLine> & { reads: () => number } {
  let reads = 0;
  const read: ReadLines<LogLine> = (after) => {
    reads += 1;
    const from = Number(after ?? 0);
    const lines = times.slice(from, from + 2).map((at): LogLine => ({ id: `${name}${at}`, at }));
    return Promise.resolve({ lines, next: from + 2 < times.length ? String(from + 2) : undefined });
  };
  return Object.assign(read, { reads: () => reads });
}

const events = list('e', [9, 7, 5, 5, 3]);
const acts = list('a', [8, 5, 1]);

const take = async (merged: ReturnType<typeof mergeLines<LogLine>>, count: number): Promise<string[]> =>
  (await merged.take(count)).map(({ id }) => id);

const all = ['e9', 'a8', 'e7', 'e5', 'e5', 'a5', 'e3', 'a1'];

test('two lists are one, the latest line first', async () => {
  const merged = mergeLines([events, acts]);
  expect(await take(merged, 100)).toEqual(all);
  expect(await merged.places()).toBeUndefined();
});

test.each([1, 2, 3, 5])('pages of %i lines have each line once', async (size) => {
  const pages: string[][] = [];
  let places: Place[] | undefined;
  do {
    const merged = mergeLines([events, acts], places && { places });
    pages.push(await take(merged, size));
    places = await merged.places();
  } while (places);
  expect(pages.flat()).toEqual(all);
  expect(pages.slice(0, -1).every((page) => page.length === size)).toBe(true);
});

test('a search for few lines ends after some pages, and goes on from there', async () => {
  const many = list('e', [9, 8, 7, 6, 5, 4, 3, 2, 1]);
  const options = { isWanted: ({ at }: LogLine) => at === 1, pages: 3 };
  const merged = mergeLines([many], options);
  expect(await take(merged, 5)).toEqual([]);
  expect(many.reads()).toBe(3);
  const places = await merged.places();
  expect(await take(mergeLines([many], { ...options, ...(places && { places }) }), 5)).toEqual(['e1']);
});

test('a later line that is not read yet keeps earlier ones of the other list back', async () => {
  const merged = mergeLines([list('e', [9, 8, 7, 6]), list('a', [1])], { pages: 2 });
  expect(await take(merged, 10)).toEqual(['e9', 'e8']);
});
