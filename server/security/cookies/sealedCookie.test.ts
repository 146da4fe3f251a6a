import { afterEach, expect, jest, test } from '@jest/globals';
import { createAskingApplication } from './askingApplication.ts';
import { createFlowAddress } from './flowAddress.ts';
import { createLastAddress } from './lastAddress.ts';
import { createSealedCookie } from './sealedCookie.ts';
import { createTypedFieldsCookie } from './typedFields.ts';

const secrets = { secret: 'a secret', portalUrl: 'https://portal.example' };
const cookie = createSealedCookie({ ...secrets, name: 'test', maxAgeSeconds: 60, purpose: 'test' });

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
  expect(cookie.isIn(after(1000, cookie.keep('a text')))).toBe(true);
});

const hour = 60 * 60;
const application = { name: 'Ward', url: 'https://portal.example/oauth2/auth?client_id=a' };

test.each<[string, number, (seconds: number) => unknown]>([
  [
    'a flow’s address',
    hour,
    (seconds) => {
      const made = createFlowAddress(secrets);
      return made.read(after(seconds, made.keep('f1', 'ada@example.org')), 'f1');
    },
  ],
  [
    'typed fields',
    hour / 4,
    (seconds) => {
      const made = createTypedFieldsCookie(secrets);
      return made.read(after(seconds, made.keep('f1', [['traits.name', 'Ada']])), 'f1');
    },
  ],
  [
    'the asking application',
    2 * hour,
    (seconds) => {
      const made = createAskingApplication(secrets);
      return made.read(after(seconds, made.keep(application as never)));
    },
  ],
  [
    'the last address',
    365 * 24 * hour,
    (seconds) => {
      const made = createLastAddress(secrets);
      return made.read(after(seconds, made.keep('ada@example.org', undefined)));
    },
  ],
])('%s is read for its own time', (_what, seconds, readAfter) => {
  expect(readAfter(seconds - 2)).toBeDefined();
  jest.useRealTimers();
  expect(readAfter(seconds + 1)).toBeUndefined();
});
