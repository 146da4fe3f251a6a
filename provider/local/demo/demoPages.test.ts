import { expect, test } from '@jest/globals';
import { demoPage as pageFor, type Tokens, type Visit } from './demoPages.ts';

const demoPage = (visit: Visit): string => pageFor(visit, true);

const tokens = (more: Record<string, unknown> = {}): Tokens =>
  ({ scope: 'openid email', claims: () => ({ email: '<b>@portal.example' }), ...more }) as unknown as Tokens;

test('a signed-in user sees the claims, escaped, and the granted scopes', () => {
  const page = demoPage({ tokens: tokens() });
  expect(page).toContain('<dt>email</dt><dd>&lt;b&gt;@portal.example</dd>');
  expect(page).toContain('<dt>scopes</dt><dd>openid email</dd>');
});

test('a page says why there is no refresh token, and since when the tokens are there', () => {
  const since = new Date(2026, 0, 2, 3, 4, 5);
  expect(demoPage({ tokens: tokens(), since })).toMatch(
    /<dt>refresh token<\/dt><dd>no: you have not allowed offline_access<\/dd>.*<dt>tokens since<\/dt><dd>03:04:05<\/dd>/,
  );
  expect(demoPage({ tokens: tokens({ scope: 'openid offline_access' }) })).toContain('issued none');
});

test('tokens can be refreshed only with a refresh token, which is not shown', () => {
  expect(demoPage({ tokens: tokens() })).not.toContain('/refresh');
  const page = demoPage({ tokens: tokens({ refresh_token: 'ory_rt_secret' }) });
  expect(page).toContain('/refresh');
  expect(page).not.toContain('ory_rt_secret');
});

test('a device shows its code and where to enter it', () => {
  const device = {
    device_code: 'secret',
    user_code: 'ABCD EFGH',
    verification_uri: 'http://portal.test/device',
    verification_uri_complete: 'http://portal.test/device?user_code=ABCDEFGH',
    expires_in: 600,
  };
  const page = demoPage({ device });
  expect(page).toContain('<output>ABCD EFGH</output>');
  expect(page).toContain('href="http://portal.test/device?user_code=ABCDEFGH"');
});

test('a device’s sign-in is offered only if the provider has it', () => {
  expect(pageFor({}, true)).toContain('action="/device"');
  expect(pageFor({}, false)).not.toContain('action="/device"');
});

test('a failed sign-in is explained, and can be tried again', () => {
  const page = demoPage({ problem: 'access_denied: The <user> denied it' });
  expect(page).toContain('<p role="alert">access_denied: The &lt;user&gt; denied it</p>');
  expect(page).toContain('href="/sign-in"');
});
