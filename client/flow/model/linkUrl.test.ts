import { expect, test } from '@jest/globals';
import { linkUrl } from './linkUrl.ts';

test.each([
  'mailto:help@example.org?subject=Hello',
  'tel:+48221234567',
  'MAILTO:a@b.example',
  '/path',
  'https://a.example/',
])('a link may lead to %s', (url) => {
  expect(linkUrl(url)).toBe(url);
});

test.each([
  'javascript:alert(1)',
  'mailto:',
  'tel:',
  'sms:+48',
  'mailto:a b',
  'data:text/html,x',
  '//evil.example',
  undefined,
])('a link may not lead to %p', (url) => {
  expect(linkUrl(url)).toBeUndefined();
});
