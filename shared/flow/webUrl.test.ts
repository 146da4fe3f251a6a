import { expect, test } from '@jest/globals';
import { webUrl, linkUrl } from './webUrl.ts';

test.each([
  [webUrl, 'https://a.example/x?y#z'],
  [webUrl, 'http://localhost:4455/'],
  [webUrl, '/path?x=1'],
  [webUrl, 'HTTPS://A.EXAMPLE/'],
  [linkUrl, 'mailto:help@example.org?subject=Hello'],
  [linkUrl, 'tel:+48221234567'],
  [linkUrl, 'MAILTO:a@b.example'],
  [linkUrl, '/path'],
  [linkUrl, 'https://a.example/'],
])('%p accepts %s', (accept, url) => {
  expect(accept(url)).toBe(url);
});

const hostile = `javascript:alert(1)| javascript:alert(1)|java\nscript:alert(1)|data:text/html,x|vbscript:x|\
file:///etc/passwd|//evil.example|/\\evil.example|https://|https://a b|https://bank.example@evil.example|\
https:///bank.example@evil.example|https://:secret@evil.example|relative/path|mailto:|tel:|sms:+48|mailto:a b|`;
test.each([...hostile.split('|'), undefined, null, 7, { href: '/' }])(
  '%p is neither a web URL nor a link',
  (value) => {
    expect([webUrl(value), linkUrl(value)]).toEqual([undefined, undefined]);
  },
);
