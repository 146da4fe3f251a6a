import { afterEach, expect, test } from '@jest/globals';
import { recordedFlow } from '../../test/support/flows/recordedFlow.ts';
import { closeHarness } from '../../test/support/gatewayHarness.ts';
import { session } from '../../test/support/oauth2Harness.ts';
import { getPage, markup, portalWith, sessionCookie } from '../../test/support/servedPage.ts';

afterEach(closeHarness);

const login: [number, object] = [200, recordedFlow('login')];

test.each([
  ['/settings', sessionCookie, true],
  ['/settings?flow=f', '', true],
  ['/settings', '', false],
])(
  'a redirect from %s (cookies: %j) to the sign-in says that the session has ended: %s',
  async (path, cookie, saysEnded) => {
    const portal = await portalWith({ '/self-service/login/browser': login });
    const { headers } = await getPage(portal, path, cookie).expect(303);
    const location = new URL(headers.location ?? '', 'http://portal.test');
    expect([location.pathname, location.searchParams.get('return_to')]).toEqual(['/login', path]);
    const { text } = await getPage(portal, location.pathname + location.search, cookie).expect(200);
    expect(markup(text).includes('You are no longer signed in.')).toBe(saysEnded);
  },
);

test.each([
  ['a browser without a session', '', true],
  ['a browser that has signed in since', sessionCookie, false],
])(
  'a sign-in flow that the provider refuses to %s starts over, and says so: %j',
  async (_who, cookie, says) => {
    const portal = await portalWith({
      '/self-service/login/flows': [403, { error: { id: 'security_csrf_violation', code: 403 } }],
      '/self-service/login/browser': login,
      '/sessions/whoami': [200, session],
    });
    const { text } = await getPage(portal, '/login?login_challenge=c1&flow=f', cookie).expect(200);
    expect(markup(text).includes('This form was started in another browser')).toBe(says);
  },
);
