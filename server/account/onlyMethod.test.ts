import { afterEach, describe, expect, test } from '@jest/globals';
import type request from 'supertest';
import { recordedFlow } from '../../test/support/flows/recordedFlow.ts';
import { closeHarness } from '../../test/support/gatewayHarness.ts';
import { cookiesSet, getPage, markup, portalWith, sessionCookie } from '../../test/support/servedPage.ts';

afterEach(closeHarness);

const cookieOf = (answer: request.Response): string =>
  cookiesSet(answer).find((cookie) => cookie.startsWith('portal_only_method=')) ?? '';

/** A sign-in that offers only a mailed code. */
const codeAlone = recordedFlow('login');
codeAlone.ui.nodes = codeAlone.ui.nodes.filter(({ group }) => group === 'default' || group === 'code');

test('“use another method” is not shown at a sign-in that offers only a mailed code', async () => {
  const sent = { ...recordedFlow('login-code-sent'), id: codeAlone.id };
  const pageOf = async (flow: object, cookie = ''): Promise<request.Response> =>
    getPage(
      await portalWith({ '/self-service/login/flows': [200, flow] }),
      `/login?flow=${codeAlone.id}`,
      cookie,
    ).expect(200);
  const cookie = cookieOf(await pageOf(codeAlone));
  expect(markup((await pageOf(sent, cookie.split(';')[0])).text)).not.toContain('Use another method');
  expect(markup((await pageOf(sent)).text)).toContain('Use another method');
  expect(cookieOf(await pageOf({ ...recordedFlow('login'), id: codeAlone.id }))).toBe('');
});

test('“use another method” stays at a sign-in that goes on to a mailed code', async () => {
  const asked = recordedFlow('reduced/login-confirm-by-code');
  const app = await portalWith({ '/self-service/login/flows': [200, asked] });
  const page = await getPage(app, `/login?flow=${asked.id}`).expect(200);
  expect(markup(page.text)).toContain('Use another method');
  expect(cookieOf(page)).toBe('');
});

describe('“use another method” on a second factor’s page', () => {
  const codes = { created: '2026-01-31T12:00:00Z', sent: '2026-01-31T12:00:05Z' };
  const offered = (html: string): boolean => markup(html).includes('Use another method');
  const sentLater = {
    ...recordedFlow('login-aal2-code-sent'),
    created_at: codes.created,
    updated_at: codes.sent,
  };
  const signIn = async (flow: object, cookie: string): Promise<request.Response> => {
    const app = await portalWith({ '/self-service/login/flows': [200, flow] });
    return getPage(app, `/login?flow=${sentLater.id}`, cookie).expect(200);
  };

  test.each(['login-aal2-code', 'login-aal2-code-at-once'])(
    'is not shown if a mailed code is the only method, even on a page loaded after the code was requested (%s)',
    async (name) => {
      const first = await signIn({ ...recordedFlow(name), id: sentLater.id }, sessionCookie);
      expect(offered(first.text)).toBe(false);
      expect(cookieOf(first)).toBe(`portal_only_method=${sentLater.id}; Path=/; HttpOnly; SameSite=Lax`);
      const reloaded = await signIn(sentLater, `${sessionCookie}; ${cookieOf(first).split(';')[0] ?? ''}`);
      expect(offered(reloaded.text)).toBe(false);
      expect(cookieOf(reloaded)).toBe('');
    },
  );

  test('is shown if there are other methods, even if another sign-in had only one', async () => {
    const first = await signIn(recordedFlow('login-aal2-every-method'), sessionCookie);
    expect(cookieOf(first)).toBe('');
    expect(offered((await signIn(sentLater, sessionCookie)).text)).toBe(true);
    expect(offered((await signIn(sentLater, `${sessionCookie}; portal_only_method=another`)).text)).toBe(
      true,
    );
  });
});
