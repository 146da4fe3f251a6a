import { describe, expect, test } from '@jest/globals';
import type { Express } from 'express';
import request, { type Response } from 'supertest';
import { appInProcess, browserHeaders, portalUrl } from '../../test/support/appInProcess.ts';
import { fakeUpstream, type FakeUpstream } from '../../test/support/selfClosingGateway.ts';
import { session } from '../../test/support/oauth2Harness.ts';
import { sessionCookie } from '../../test/support/servedPage.ts';

const paths = ['/docs/api', '/docs/api.css', '/docs/api.js', '/version'];

/** The kinds of visitors. */
const visitors = {
  nobody: [401, {}],
  user: [200, { ...session, authenticator_assurance_level: 'aal2', identity: { id: 'ben' } }],
  admin: [
    200,
    { ...session, authenticator_assurance_level: 'aal2', authenticated_at: new Date().toISOString() },
  ],
  adminWithoutFactor: [200, session],
} as const;

interface Harness {
  portal: Express;
  kratos: FakeUpstream;
  get: (path: string, headers?: Record<string, string>) => Promise<Response>;
}

async function openHarness(who: keyof typeof visitors, settings: Record<string, string>): Promise<Harness> {
  const kratos = await fakeUpstream(({ url }, response) => {
    const [status, body] = url === '/sessions/whoami' ? visitors[who] : [200, { version: 'v26.2.0' }];
    response.writeHead(status, { 'Content-Type': 'application/json', 'Cache-Control': 'public, max-age=60' });
    response.end(JSON.stringify(body));
  });
  const portal = appInProcess({
    KRATOS_PUBLIC_URL: kratos.url,
    KRATOS_ADMIN_URL: kratos.url,
    COOKIE_SECRET: 'a secret of thirty-two characters or more',
    PORTAL_ADMINS: 'ada',
    ...settings,
  });
  const cookie = who === 'nobody' ? {} : { Cookie: sessionCookie };
  return {
    portal,
    kratos,
    get: async (path, headers = {}) =>
      request(portal)
        .get(path)
        .set({ ...cookie, ...headers }),
  };
}

describe('API_DOCS=admins', () => {
  const settings = { API_DOCS: 'admins' };

  test('shows an admin the reference and the version, also from a link on another site, and caches neither', async () => {
    const { get, kratos } = await openHarness('admin', settings);
    for (const path of paths) {
      const { status, headers } = await get(path);
      expect([path, status, headers['cache-control']]).toEqual([path, 200, 'no-store']);
    }
    expect(kratos.received.at(-1)).toMatchObject({ url: '/admin/version' });
    const link = {
      'Sec-Fetch-Site': 'cross-site',
      'Sec-Fetch-Mode': 'navigate',
      'Sec-Fetch-Dest': 'document',
    };
    expect((await get('/docs/api', { ...browserHeaders, ...link })).status).toBe(200);
  });

  test.each(['nobody', 'user', 'adminWithoutFactor'] as const)('shows neither to %s', async (who) => {
    const { get, kratos } = await openHarness(who, settings);
    for (const path of paths) {
      const { status, text } = await get(path);
      expect([path, status]).toEqual([path, who === 'nobody' ? 401 : 403]);
      expect(text).not.toMatch(/v26|createIdentity|reference/);
    }
    expect(kratos.received.map(({ url }) => url)).not.toContain('/admin/version');
  });

  test('sends a browser to the sign-in or the second factor, and back', async () => {
    const locationFor = async (who: keyof typeof visitors) =>
      (await (await openHarness(who, settings)).get('/docs/api', browserHeaders)).headers.location;
    const back = new URLSearchParams({ return_to: `${portalUrl}/docs/api` });
    expect(await locationFor('nobody')).toBe(`${portalUrl}/login?${back}`);
    expect(await locationFor('adminWithoutFactor')).toBe(`${portalUrl}/login?aal=aal2&${back}`);
    const { status, text } = await (await openHarness('user', settings)).get('/docs/api', browserHeaders);
    expect(status).toBe(403);
    expect(text).not.toContain('createIdentity');
  });

  test('is the default in production; otherwise everybody may read the reference', async () => {
    const production = { NODE_ENV: 'production', KRATOS_HOOKS: 'off', PORTAL_URL: 'http://localhost' };
    expect((await (await openHarness('nobody', production)).get('/docs/api')).status).toBe(401);
    const { get } = await openHarness('nobody', {});
    for (const path of paths) expect((await get(path)).status).toBe(200);
  });
});

/** Returns an answer's error without the request's id. */
const problemOf = ({ text }: Response): string => text.replace(/"request":"[^"]*"/, '');

test('API_DOCS=off answers as if neither existed, even to admins', async () => {
  for (const who of ['nobody', 'admin'] as const) {
    const { get, kratos } = await openHarness(who, { API_DOCS: 'off' });
    const missing = await get('/no/such/page');
    for (const path of paths) {
      const answer = await get(path);
      expect([path, answer.status, problemOf(answer)]).toEqual([path, 404, problemOf(missing)]);
    }
    expect(kratos.received.map(({ url }) => url)).not.toContain('/admin/version');
  }
});
