import { expect, test } from '@jest/globals';
import { nextUrl, type Leaving } from './nextUrl.ts';

const page = 'http://localhost:3000/settings?flow=f1';
const query = (text: string) => new URLSearchParams(text);

test.each<[Leaving, string, string]>([
  [{ kind: 'navigate', url: 'https://idp.example/' }, 'return_to=/app', 'https://idp.example/'],
  [
    { kind: 'done', next: '/verification?flow=v', continueWith: [] },
    'return_to=/app',
    '/verification?flow=v',
  ],
  [{ kind: 'done', continueWith: [] }, 'return_to=/app', '/app'],
  [{ kind: 'done', continueWith: [] }, '', '/'],
  [{ kind: 'done', continueWith: [] }, 'return_to=javascript:alert(1)', '/'],
  [{ kind: 'done', continueWith: [] }, 'return_to=//evil.example', '/'],
  [{ kind: 'signedIn' }, 'return_to=/app', '/app'],
  [{ kind: 'signedIn' }, 'return_to=/app&login_challenge=c', '/login?login_challenge=c&already=true'],
  [
    { kind: 'signedOut' },
    '',
    '/login?return_to=http%3A%2F%2Flocalhost%3A3000%2Fsettings%3Fflow%3Df1&ended=true',
  ],
])('%j with %s leads to %s', (outcome, started, url) => {
  expect(nextUrl('settings', outcome, query(started), page)).toBe(url);
});

test.each([
  ['login', '', '/login'],
  ['registration', 'organization=o', '/registration?organization=o'],
  ['recovery', '', '/recovery'],
  ['recovery', 'return_to=javascript:alert(1)', '/recovery'],
] as const)('after a sign-in in another tab, the page of a %s with %j says so: %s', (kind, started, url) => {
  expect(nextUrl(kind, { kind: 'signedIn' }, query(started), page.replace(/#.*/, ''))).toBe(url);
});

test.each([
  ['return_to=/app&aal=aal2&via=email', '/login?return_to=%2Fapp&ended=true'],
  [
    'return_to=/app&login_challenge=c&organization=o&refresh=true',
    '/login?return_to=%2Fapp&login_challenge=c&organization=o&ended=true',
  ],
  ['return_to=javascript:alert(1)', '/login?ended=true'],
])('a sign-in that needs another one first keeps its destination: %s', (started, url) => {
  expect(nextUrl('login', { kind: 'signedOut' }, query(started), page)).toBe(url);
});

test.each([
  [undefined, 'return_to=/app', '/login?return_to=%2Fapp'],
  [
    'http://localhost:3000/',
    'organization=o',
    '/login?organization=o&return_to=http%3A%2F%2Flocalhost%3A3000%2F',
  ],
  ['/verification?flow=v', '', '/verification?flow=v'],
  ['https://app.example/hello', '', 'https://app.example/hello'],
])('after a sign-up without a session that leads to %s, the sign-in comes first', (next, started, url) => {
  const outcome: Leaving = { kind: 'done', ...(next && { next }), continueWith: [], sessionless: true };
  expect(nextUrl('registration', outcome, query(started), page)).toBe(url);
});

test.each<[Leaving, string]>([
  [{ kind: 'done', continueWith: [] }, '/settings#password'],
  [
    { kind: 'done', next: 'http://localhost:3000/settings', continueWith: [] },
    'http://localhost:3000/settings#password',
  ],
  [{ kind: 'done', next: '/settings#totp', continueWith: [] }, '/settings#totp'],
  [
    { kind: 'navigate', url: 'http://localhost:3000/login?aal=aal2' },
    'http://localhost:3000/login?aal=aal2#password',
  ],
  [{ kind: 'navigate', url: 'https://idp.example/' }, 'https://idp.example/'],
])('a sign-in keeps the URL fragment of the requested page: %j', (outcome, url) => {
  const page = 'http://localhost:3000/login?flow=f1#password';
  expect(nextUrl('login', outcome, query('return_to=/settings'), page)).toBe(url);
});
