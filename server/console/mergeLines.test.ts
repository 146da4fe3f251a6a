import { expect, test } from '@jest/globals';
import type { LogLine } from '../../shared/console/lists.ts';
import { mergeLines, type Place, type ReadLines } from './mergeLines.ts';

/** A list of lines at times, two on a page. */
function list(name: string, times: number[]): ReadLines<LogLine> {
  return (after) => {
    const from = Number(after ?? 0);
    const lines = times.slice(from, from + 2).map((at): LogLine => ({ id: `${name}${at}`, at }));
    return Promise.resolve({ lines, next: from + 2 < times.length ? String(from + 2) : undefined });
  };
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
    const merged = mergeLines([events, acts], places);
    pages.push(await take(merged, size));
    places = await merged.places();
  } while (places);
  expect(pages.flat()).toEqual(all);
  expect(pages.slice(0, -1).every((page) => page.length === size)).toBe(true);
});
