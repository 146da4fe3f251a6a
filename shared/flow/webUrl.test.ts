import { expect, test } from '@jest/globals';
import { webUrl, linkUrl } from './webUrl.ts';

test.each(['https://a.example/x?y#z', 'http://localhost:4455/', '/path?x=1', 'HTTPS://A.EXAMPLE/'])(
  '%s is a web URL',
  (url) => {
    expect(webUrl(url)).toBe(url);
  },
);

test.each([
  'javascript:alert(1)',
  ' javascript:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,x',
  'vbscript:x',
  'file:///etc/passwd',
  '//evil.example',
  '/\\evil.example',
  'https://',
  'https://a b',
  'https://bank.example@evil.example',
  'https:///bank.example@evil.example',
  'https://:secret@evil.example',
  'relative/path',
  '',
  undefined,
  null,
  7,
  { href: '/' },
])('%p is not a web URL', (value) => {
  expect(webUrl(value)).toBeUndefined();
});

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
