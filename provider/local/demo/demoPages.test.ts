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
