import { expect, test } from '@jest/globals';
import { costOf } from '../../test/support/cost.ts';
import { nextPageToken } from './nextPageToken.ts';

const first = '</admin/oauth2/auth/sessions/consent?page_size=250>; rel="first"';

test('the next page’s token is read from its link', () => {
  expect(nextPageToken(`${first},</list?page_size=250&page_token=a%3D>; rel="next"`)).toBe('a=');
  expect(nextPageToken([first, '<http://hydra:4445/list?page_token=b>;rel="next"'])).toBe('b');
});

test('the last page has none', () => {
  expect(nextPageToken(undefined)).toBeUndefined();
  expect(nextPageToken(first)).toBeUndefined();
  expect(nextPageToken('</list>; rel="next"')).toBeUndefined();
});

test('no header takes far longer than a plain one of the same length', () => {
  const length = 100_000;
  const cost = (link: string): number => costOf(() => nextPageToken(link.repeat(length / link.length)));
  const plain = cost('<abcdefg>,');
  for (const link of ['<', '<a', '<a>;', '<a>; ', '<a>;rel=']) expect(cost(link) / plain).toBeLessThan(100);
});
