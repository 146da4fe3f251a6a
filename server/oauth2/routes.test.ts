import { afterEach, expect, test } from '@jest/globals';
import { closeHarness } from '../../test/support/gatewayHarness.ts';
import { oauth2Harness } from '../../test/support/oauth2Harness.ts';
import { fromOtherSite } from '../../test/support/otherSite.ts';

afterEach(closeHarness);

test.each([
  ['/login?login_challenge=a%2Bb%3D&identity_schema=c', '/login?login_challenge=a%2Bb%3D&identity_schema=c'],
  ['/consent?consent_challenge=a', '/consent?consent_challenge=a'],
  ['/logout?logout_challenge=a', '/logout?logout_challenge=a'],
  ['/logout/callback', '/login'],
  ['/error?error=access_denied', '/error?error=access_denied'],
  ['/device?device_challenge=a&user_code=b', '/device?device_challenge=a&user_code=b'],
  ['/device/done?consent_challenge=a', '/device/done?consent_challenge=a'],
])('a fallback page of Hydra redirects to the portal’s, with its query: %s', async (fallback, page) => {
  const { visit, hydra, kratos } = await oauth2Harness();
  const { status, headers } = await visit(`/oauth2/fallbacks${fallback}`);
  expect([status, headers.location]).toEqual([303, page]);
  expect([hydra.received, kratos.received]).toEqual([[], []]);
});

test('an application that renews its tokens in a frame is redirected, any other frame is refused', async () => {
  const { visit } = await oauth2Harness();
  const framed = async (path: string) => (await visit(path).set(fromOtherSite.frame)).status;
  expect(await framed('/oauth2/fallbacks/login?login_challenge=a')).toBe(303);
  expect(await framed('/oauth2/fallbacks/consent?consent_challenge=a')).toBe(303);
  for (const path of [
    '/login',
    '/logout?logout_challenge=a',
    '/device?device_challenge=a',
    '/x/login?login_challenge=a',
  ])
    expect(await framed(`/oauth2/fallbacks${path}`)).toBe(403);
});

test.each(['/oauth2/fallbacks', '/oauth2/fallbacks/', '/oauth2/fallbacks/other', '/oauth2/Fallbacks/login'])(
  'no other path is redirected: %s',
  async (path) => expect((await (await oauth2Harness()).visit(path)).status).toBe(404),
);
