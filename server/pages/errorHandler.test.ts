import { once } from 'node:events';
import { get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, jest, test } from '@jest/globals';
import express, { type ErrorRequestHandler } from 'express';
import request from 'supertest';
import { appInProcess, browserHeaders, portalUrl } from '../../test/support/appInProcess.ts';
import { fakeUpstream } from '../../test/support/selfClosingGateway.ts';
import { fromOtherSite } from '../../test/support/otherSite.ts';
import {
  cookiesSet,
  getPage,
  markup,
  pageProps,
  portalWith,
  sessionCookie,
} from '../../test/support/servedPage.ts';
import { errorHandler } from './errorHandler.ts';

test('a timeout of the identity service is shown on the error card, with the time limit in the details', async () => {
  const kratos = await fakeUpstream(() => undefined);
  const app = appInProcess({ KRATOS_PUBLIC_URL: kratos.url, PROVIDER_TIMEOUT_MS: '50' });
  for (const path of ['/login', '/error?id=e1']) {
    const { text } = await getPage(app, path).expect(504);
    expect(markup(text)).toContain('The answer took too long. Try again.');
    expect(markup(text)).not.toContain('CORS');
    const details = /<details.*<\/details>/s.exec(text)?.[0];
    expect(details).toContain('timeout of 50 ms exceeded');
    expect(details).toContain('&quot;code&quot;: 0');
  }
});

test('a browser that sends no cookies is told that it needs them when the portal refuses its form', async () => {
  const answer = await request(await portalWith())
    .post('/preferences')
    .set(browserHeaders)
    .type('form')
    .send({ theme: 'dark' });
  expect(answer.status).toBe(403);
  expect(markup(answer.text)).toContain('This site needs cookies, and your browser sent none.');
});

test('a form that would cause too much mail leads back to its page, which says until when', async () => {
  const portal = await portalWith({
    '/sessions/whoami': [200, { id: 's1', identity: { id: 'ada' } }],
    '/self-service/verification': [303, {}],
  });
  const ask = (referer: string) =>
    request(portal)
      .post('/self-service/verification?flow=f1')
      .set({ ...browserHeaders, Cookie: sessionCookie, Referer: referer })
      .type('form')
      .send({ method: 'code', email: 'ada@example.org', csrf_token: 't' });
  for (let asked = 0; asked < 6; asked += 1) await ask(`${portalUrl}/`);
  for (const [from, page] of [
    ['/', '/'],
    ['/settings?flow=f2', '/settings?flow=f2'],
    ['/verification', '/verification?flow=f1'],
  ] as const) {
    const answer = await ask(portalUrl + from);
    expect([answer.status, answer.headers.location]).toEqual([303, page]);
    expect(cookiesSet(answer).map((line) => line.split('=', 1)[0])).toContain('portal_limit');
  }
});

test.each(['recovery', 'verification'])(
  'a mailed link of a %s in which too many codes were tried says until when it is of no use, and leads to its page',
  async (kind) => {
    const portal = await portalWith({ [`/self-service/${kind}`]: [303, {}] });
    const open = () => getPage(portal, `/self-service/${kind}?flow=f1&code=123456`);
    for (let opened = 0; opened < 10; opened += 1) await open().expect(303);
    const { text } = await open().expect(429);
    expect(markup(text)).toContain(
      'Too many codes were tried. Open the link again in 15 minutes, or request a new code then.',
    );
    expect(text).toMatch(new RegExp(`<a[^>]*href="/${kind}\\?flow=f1"[^>]*>(?:<[^>]*>)*Go Back`));
  },
);

test.each([
  ['somebody who is signed in', 200, { id: 's1', identity: { id: 'ada' } }, ['/', '/settings', '/logout']],
  ['nobody', 401, {}, ['/', '/login']],
])(
  'the error page offers what the header of any page offers to %s',
  async (_who, status, session, offered) => {
    const app = await portalWith({ '/sessions/whoami': [status, session] });
    for (const [path, answer] of [
      ['/nowhere', 404],
      ['/login?return_to=https://evil.example', 400],
    ] as const) {
      const { text } = await getPage(app, path, sessionCookie).expect(answer);
      const header = /<nav.*?<\/nav>/s.exec(text)?.[0] ?? '';
      expect([...header.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)).toEqual(offered);
    }
  },
);

test('a form of another site is refused with a page, a script with JSON, and the provider is not asked', async () => {
  const received: string[] = [];
  const kratos = await fakeUpstream(({ url = '' }, response) => {
    received.push(url);
    response.end();
  });
  const app = appInProcess({ KRATOS_PUBLIC_URL: kratos.url });
  const post = () => request(app).post('/logout').set('Cookie', sessionCookie).type('form');
  const page = await post()
    .set({ ...browserHeaders, ...fromOtherSite.form })
    .send({ submit: 'Yes' })
    .expect(403);
  expect(markup(page.text)).toContain('this request was refused because it came from another site');
  const script = await post().set(fromOtherSite.corsFetch).send({ submit: 'Yes' }).expect(403);
  expect(script.body).toMatchObject({ error: { id: 'cross_origin' } });
  expect(received).toEqual([]);
});

test('no page is rendered for a browser that has disconnected', async () => {
  const show = jest.fn();
  const visitorOf = () => Promise.resolve({ kind: 'signedOut' } as const);
  const handle = errorHandler({
    portalUrl,
    show,
    visitorOf,
    askingApplication: { read: () => undefined } as never,
  });
  const handled = Promise.withResolvers<undefined>();
  const arrived = Promise.withResolvers<undefined>();
  const app = express();
  app.get('/', async (_request, response) => {
    arrived.resolve(undefined);
    await once(response, 'close');
    throw new Error('aborted');
  });
  app.use(((error, incoming, response, next) => {
    void handle(error, incoming, response, next);
    handled.resolve(undefined);
  }) as ErrorRequestHandler);
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const visit = get({ port, host: '127.0.0.1', headers: browserHeaders }).on('error', () => undefined);
  await arrived.promise;
  visit.destroy();
  await handled.promise;
  expect(show).not.toHaveBeenCalled();
  server.close();
});

describe('after a failure, the way to try again', () => {
  const retry = async (method: 'get' | 'post', path: string, referer?: string): Promise<unknown> => {
    const app = appInProcess({ KRATOS_PUBLIC_URL: 'http://127.0.0.1:9' });
    const visit =
      method === 'get' ? request(app).get(path) : request(app).post(path).type('form').send({ a: 'b' });
    const { text } = await visit.set({
      ...browserHeaders,
      ...(referer !== undefined && { Referer: referer }),
    });
    return pageProps(text).retryUrl;
  };

  test('leads to the requested page, with its query', async () => {
    expect(await retry('get', '/login?return_to=%2Fsettings')).toBe('/login?return_to=%2Fsettings');
  });

  test.each(['/self-service/login?flow=f1', '/preferences'])(
    'leads to the page whose form was sent: %s',
    async (path) => {
      expect(await retry('post', path, `${portalUrl}/consent?consent_challenge=c`)).toBe(
        '/consent?consent_challenge=c',
      );
    },
  );

  test('the way back leads to the form’s flow, or to another page that had its form', async () => {
    const app = appInProcess({ KRATOS_PUBLIC_URL: 'http://127.0.0.1:9' });
    const backFrom = async (page: string): Promise<unknown> => {
      const visit = request(app).post('/self-service/verification?flow=f1').type('form').send({ a: 'b' });
      const { text } = await visit.set({ ...browserHeaders, Referer: portalUrl + page });
      return pageProps(text).backUrl;
    };
    expect(await backFrom('/verification?flow=f0')).toBe('/verification?flow=f1');
    expect(await backFrom('/')).toBe('/');
  });

  test.each([
    ['but to the home page if none is known', '/preferences', '/'],
    ['but to the page of the form’s flow', '/self-service/login?flow=f1', '/login?flow=f1'],
  ])('never leads to another site after a form, %s', async (_which, path, expected) => {
    for (const referer of ['https://evil.example/a', `${portalUrl}//evil.example`, undefined])
      expect(await retry('post', path, referer)).toBe(expected);
  });

  test('never leads to a path that browsers would take for another site', async () => {
    for (const path of ['//evil.example/', '/%5C/evil.example', '/\\evil.example'])
      expect(await retry('get', path)).not.toMatch(/^\/[/\\]/);
  });
});
