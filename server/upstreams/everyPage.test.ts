import { expect, test } from '@jest/globals';
import { everyPage } from './everyPage.ts';

async function read(next: (token: string | undefined) => string | undefined) {
  const pages = [];
  for await (const page of everyPage((token) => Promise.resolve({ items: [token], next: next(token) })))
    pages.push(page);
  return pages;
}

test('reads each page once, up to the last one', async () => {
  expect(await read((token) => (token === undefined ? 'a' : token === 'a' ? 'b' : undefined))).toEqual([
    [undefined],
    ['a'],
    ['b'],
  ]);
});

test('ends at a page that names itself, and fails for a list that never ends', async () => {
  expect(await read(() => 'a')).toEqual([[undefined], ['a']]);
  await expect(read((token = '') => `${token}a`)).rejects.toMatchObject({ status: 502 });
});
