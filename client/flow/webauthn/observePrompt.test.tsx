import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { observePrompt } from './observePrompt.ts';
import { promptFailure } from './promptFailure.ts';

let alerts: unknown[] = [];
const realAlert = window.alert.bind(window);

const give = (credentials: object | undefined): void => {
  Object.defineProperty(navigator, 'credentials', { value: credentials, configurable: true });
};
const containerOf = (answer: () => Promise<null>): CredentialsContainer =>
  Object.create({ get: answer, create: answer }) as CredentialsContainer;

beforeEach(() => {
  alerts = [];
  window.alert = (message) => void alerts.push(message);
});
afterEach(() => {
  window.alert = realAlert;
  give(undefined);
});

test('a cancelled prompt is reported once, without an alert, and later alerts still work', async () => {
  const cancelled = new DOMException('no', 'NotAllowedError');
  give(containerOf(() => Promise.reject(cancelled)));
  const failures: unknown[] = [];
  let ended: Promise<unknown> = Promise.resolve();
  observePrompt(
    () => {
      ended = navigator.credentials.create().catch((cause: unknown) => window.alert(cause));
    },
    (cause) => failures.push(cause),
  );
  await ended;
  expect(failures).toEqual([cancelled]);
  expect(alerts).toEqual([]);
  await new Promise((done) => setTimeout(done));
  window.alert('again');
  expect(alerts).toEqual(['again']);
});

test('the browser’s own functions are restored afterwards', async () => {
  const credentials = containerOf(() => Promise.resolve(null));
  give(credentials);
  const onFailure = jest.fn();
  await observePrompt(() => navigator.credentials.get(), onFailure);
  expect(Object.keys(credentials)).toEqual([]);
  expect(onFailure).not.toHaveBeenCalled();
});

test('a browser without credentials still runs the script', () => {
  give(undefined);
  expect(observePrompt(() => 'ran', jest.fn())).toBe('ran');
});

test.each([
  ['NotAllowedError', 'info', 'flow.key.cancelled'],
  ['AbortError', 'info', 'flow.key.cancelled'],
  ['InvalidStateError', 'error', 'flow.key.known'],
  ['SecurityError', 'error', 'flow.key.failed'],
])('%s is reported as %s', (name, severity, text) => {
  const cause = Object.assign(new Error('x'), { name });
  expect(promptFailure(cause)).toEqual({ severity, text });
});

test('any other error is reported as a failure', () => {
  expect(promptFailure('x')).toEqual({ severity: 'error', text: 'flow.key.failed' });
});
