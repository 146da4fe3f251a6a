import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { callProvider } from './callProvider.ts';

const { fetch: realFetch } = globalThis;
const answerWith = (fetch: typeof globalThis.fetch): void => {
  globalThis.fetch = fetch;
};
const never: typeof globalThis.fetch = (_url, init) =>
  new Promise((_resolve, reject) => {
    init?.signal?.addEventListener('abort', () => reject(new Error('aborted')));
  });

/** Node, unlike browsers, does not say whether there is a connection. */
const setOnline = (value: boolean): void => {
  Object.defineProperty(navigator, 'onLine', { value, configurable: true });
};

beforeEach(() => setOnline(true));

afterEach(() => {
  globalThis.fetch = realFetch;
});

test('a body is posted as JSON with the cookies, and the call accepts JSON', async () => {
  const fetch = jest.fn<typeof globalThis.fetch>(() =>
    Promise.resolve({ status: 200, text: () => Promise.resolve('{"id":"f"}') } as Response),
  );
  answerWith(fetch);
  await expect(callProvider('/x', { body: { a: 1 } })).resolves.toEqual({ status: 200, body: { id: 'f' } });
  expect(fetch).toHaveBeenCalledWith('/x', {
    method: 'POST',
    credentials: 'include',
    headers: { Accept: 'application/json', 'Content-Type': 'application/json' },
    body: '{"a":1}',
  });
});

test('the body of an answer that is not JSON is undefined', async () => {
  answerWith(() => Promise.resolve({ status: 502, text: () => Promise.resolve('<html>') } as Response));
  await expect(callProvider('/x')).resolves.toEqual({ status: 502, body: undefined });
});

test('a redirect to a page is left to the browser, and one to JSON is followed', async () => {
  const page = 'http://localhost:3000/verification?flow=f2';
  const answer = (text: string) => () =>
    Promise.resolve({
      status: 200,
      redirected: true,
      url: page,
      text: () => Promise.resolve(text),
    } as Response);
  answerWith(answer('<html>'));
  await expect(callProvider('/x', { body: {} })).resolves.toEqual({
    status: 422,
    body: { redirect_browser_to: page },
  });
  answerWith(answer('{"id":"f2"}'));
  await expect(callProvider('/x', { body: {} })).resolves.toEqual({ status: 200, body: { id: 'f2' } });
});

test('a call that fails without a connection was never sent, which one that is cut off may have been', async () => {
  setOnline(false);
  answerWith(() => Promise.reject(new TypeError('Failed to fetch')));
  await expect(callProvider('/x')).resolves.toEqual({ status: 0, body: { transport: 'offline' } });
  setOnline(true);
  answerWith(() => {
    setOnline(false);
    return Promise.reject(new TypeError('Failed to fetch'));
  });
  await expect(callProvider('/x')).resolves.toEqual({ status: 0, body: { transport: 'network' } });
});

test('an answer that is cut off counts as no answer', async () => {
  answerWith(() =>
    Promise.resolve({ status: 200, text: () => Promise.reject(new TypeError('reset')) } as Response),
  );
  await expect(callProvider('/x')).resolves.toEqual({ status: 0, body: { transport: 'network' } });
});

test('a call that takes too long is aborted, and reports the time limit', async () => {
  answerWith(never);
  await expect(callProvider('/x', { timeoutMs: 5 })).resolves.toEqual({
    status: 0,
    body: { transport: 'timeout', ms: 5 },
  });
});

test('a call can be aborted by its caller', async () => {
  answerWith(never);
  const call = new AbortController();
  const answer = callProvider('/x', { signal: call.signal });
  call.abort();
  await expect(answer).resolves.toEqual({ status: 0, body: { transport: 'aborted' } });
});
