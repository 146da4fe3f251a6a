import { describe, expect, test } from '@jest/globals';
import express from 'express';
import request from 'supertest';
import { fromOtherSite } from '../../../test/support/otherSite.ts';
import { catalogue } from '../../operations/catalogue.ts';
import { otherSiteUses, refuseOtherSites } from './otherSites.ts';

const portalUrl = 'https://portal.example';

const app = express()
  // with which Express logs no errors
  .set('env', 'test')
  .use(refuseOtherSites(portalUrl))
  .use(({ isFromOtherSite }, response) => void response.json({ isFromOtherSite }));

describe('a request', () => {
  test.each([
    ['without a browser', {}],
    ['of the portal’s own page', { 'sec-fetch-site': 'same-origin', origin: portalUrl }],
    ['of the address bar', { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate' }],
    ['of a browser that hides origins', { 'sec-fetch-site': 'same-origin', origin: 'null' }],
    ['of an older browser', { origin: portalUrl }],
  ])('%s is not another site’s', (_what, headers) => {
    expect(otherSiteUses({ method: 'POST', headers }, portalUrl)).toEqual([]);
  });

  test.each([
    ['visit', 'GET', fromOtherSite.link],
    ['visit', 'HEAD', fromOtherSite.link],
    ['formPost', 'POST', fromOtherSite.form],
    ['frame', 'GET', fromOtherSite.frame],
    ['embed', 'POST', fromOtherSite.frame],
    ['embed', 'GET', { ...fromOtherSite.link, 'Sec-Fetch-Dest': 'object' }],
    ['embed', 'GET', fromOtherSite.image],
    ['embed', 'GET', fromOtherSite.siblingImage],
    ['cors', 'GET', fromOtherSite.corsFetch],
    ['cors', 'OPTIONS', fromOtherSite.corsFetch],
    ['cors', 'GET', { Origin: 'null' }],
    ['cors', 'GET', { 'Sec-Fetch-Site': 'cross-site' }],
    ['cors', 'GET', { 'Sec-Fetch-Site': 'same-origin', Origin: 'https://elsewhere.example' }],
    ['formPost or cors', 'POST', fromOtherSite.olderForm],
    ['formPost or cors', 'POST', { Origin: 'null' }],
  ])('of another site is classified as %s: %s with %j', (use, method, named) => {
    const headers = Object.fromEntries(Object.entries(named).map(([name, one]) => [name.toLowerCase(), one]));
    expect(otherSiteUses({ method, headers }, portalUrl).join(' or ')).toBe(use);
  });
});

test('no admin operation allows requests of other sites, and only the OAuth2 server’s allow their scripts', () => {
  const open = catalogue.filter(({ fromOtherSites }) => fromOtherSites !== undefined);
  expect(open.some(({ access }) => access === 'admin')).toBe(false);
  for (const { upstream, fromOtherSites, operation } of open)
    if (fromOtherSites?.includes('cors')) expect([operation, upstream]).toEqual([operation, 'hydraPublic']);
  expect(
    open
      .filter(({ fromOtherSites }) => fromOtherSites?.includes('formPost'))
      .map(({ operation }) => operation),
  ).toEqual([
    'postFromNamedProvider',
    'postFromOrganizationProvider',
    'postOAuth2Authorize',
    'postRevokeOidcSession',
  ]);
});

test('scripts of other origins reach the OAuth2 server’s public endpoints, with preflights', async () => {
  const { corsFetch } = fromOtherSite;
  for (const path of ['/oauth2/token', '/oauth2/revoke', '/oauth2/device/auth', '/userinfo']) {
    expect((await request(app).post(path).set(corsFetch)).body).toEqual({ isFromOtherSite: true });
    const preflight = request(app)
      .options(path)
      .set({ ...corsFetch, 'Access-Control-Request-Method': 'POST' });
    expect((await preflight).status).toBe(200);
    for (const how of ['form', 'image', 'fetch'] as const)
      expect((await request(app).post(path).set(fromOtherSite[how])).status).toBe(403);
  }
  for (const path of ['/.well-known/openid-configuration', '/.well-known/jwks.json', '/userinfo'])
    expect((await request(app).get(path).set(corsFetch)).status).toBe(200);
});

test('an application may request a sign-in by link, by form or in a frame, and a logout by link or form', async () => {
  const statuses = async (path: string): Promise<number[]> => [
    (await request(app).get(path).set(fromOtherSite.link)).status,
    (await request(app).post(path).set(fromOtherSite.form)).status,
    (await request(app).get(path).set(fromOtherSite.frame)).status,
    (await request(app).get(path).set(fromOtherSite.image)).status,
  ];
  expect(await statuses('/oauth2/auth?client_id=a')).toEqual([200, 200, 200, 403]);
  expect(await statuses('/oauth2/sessions/logout')).toEqual([200, 200, 403, 403]);
});

test('a link of another site opens a page, but does not have it forget the last account', async () => {
  const open = async (path: string) => (await request(app).get(path).set(fromOtherSite.link)).status;
  expect([await open('/login'), await open('/login?forget=true')]).toEqual([200, 403]);
});

test('an admin’s call with a bearer token does not count as another site’s, whatever its Origin', async () => {
  const call = request(app).get('/admin/identities').set('Origin', 'https://tool.example');
  expect((await call.set('Authorization', 'Bearer a')).status).toBe(200);
  expect((await request(app).get('/admin/identities').set('Origin', 'https://tool.example')).status).toBe(
    403,
  );
});

test('a link with a body is refused', async () => {
  const link = request(app).get('/self-service/login?flow=a').send({ identifier: 'ada@example.org' });
  expect((await link).status).toBe(400);
  expect((await request(app).get('/self-service/login?flow=a')).status).toBe(200);
});
