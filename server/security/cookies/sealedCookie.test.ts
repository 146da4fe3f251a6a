import { afterEach, expect, jest, test } from '@jest/globals';
import {
  createAskingApplication,
  createFlowAddress,
  createLastAddress,
  createTypedFieldsCookie,
} from './pageCookies.ts';
import { createSealedCookie } from './sealedCookie.ts';

const secrets = { secret: 'a secret', portalUrl: 'https://portal.example' };
const cookie = createSealedCookie(secrets, 'test', 'test', 60);

/** Returns the Cookie header of a browser, or a thief, that has kept a cookie for some seconds. */
function after(seconds: number, setCookie: string | undefined): string {
  jest.useFakeTimers({ now: Date.now() + seconds * 1000, doNotFake: ['nextTick', 'setImmediate'] });
  return setCookie?.split(';')[0] ?? '';
}

afterEach(() => {
  jest.useRealTimers();
});

test('a text can be read until the cookie expires, and no longer, whoever has kept it', () => {
  const setCookie = cookie.keep('a text\nof two lines', 'a context');
  expect(cookie.read(after(58, setCookie), 'a context')).toBe('a text\nof two lines');
  expect(cookie.read(after(10, setCookie), 'a context')).toBeUndefined();
});

test('an empty text can be read', () => {
  expect(cookie.read(cookie.keep('')?.split(';')[0])).toBe('');
});

test('a cookie that is too old does not change what it is: it is still there to be deleted', () => {
  expect(cookie.forget(after(1000, cookie.keep('a text')))).toContain('Max-Age=0');
});

const hour = 60 * 60;
const application = { name: 'Ward', url: 'https://portal.example/oauth2/auth?client_id=a' };
const [address, typed] = [createFlowAddress(secrets), createTypedFieldsCookie(secrets)];
const [asking, last] = [createAskingApplication(secrets), createLastAddress(secrets)];

test.each<[string, number, () => string | undefined, (cookies: string) => unknown]>([
  ['a flow’s address', hour, () => address.keep('f1', 'ada@example.org'), (kept) => address.read(kept, 'f1')],
  [
    'typed fields',
    hour / 4,
    () => typed.keep('f1', [['traits.name', 'Ada']]),
    (kept) => typed.read(kept, 'f1'),
  ],
  ['the asking application', 2 * hour, () => asking.keep(application as never), (kept) => asking.read(kept)],
  [
    'the last address',
    365 * 24 * hour,
    () => last.keep('ada@example.org', undefined),
    (kept) => last.read(kept),
  ],
])('%s is read for its own time', (_what, seconds, keep, read) => {
  const setCookie = keep();
  expect(read(after(seconds - 2, setCookie))).toBeDefined();
  expect(read(after(3, setCookie))).toBeUndefined();
});
