import { expect, test } from '@jest/globals';
import express from 'express';
import request from 'supertest';
import { dropDoubledCookies, takeDoubledCookiesNotice } from './dropDoubledCookies.ts';
import { providerCookies } from './providerCookies.ts';

const name = 'ory_kratos_session';
const twice = `${name}=a; ${name}=b`;

/** A server whose pages return the remaining cookies, and whether to mention duplicate ones. */
function server(portalUrl: string) {
  const app = express();
  app.use(dropDoubledCookies(providerCookies(name), portalUrl));
  app.get('/elsewhere', (_request, response) => response.redirect(303, '/login'));
  app.get(/.*/, (incoming, response) => {
    const isNoticed = takeDoubledCookiesNotice(incoming, response, portalUrl);
    response.json({ cookie: incoming.headers.cookie ?? null, isNoticed });
  });
  return app;
}

const cookiesOf = (answer: request.Response): string[] =>
  (answer.headers['set-cookie'] as unknown as string[] | undefined) ?? [];

/** Lists the Path and Domain of each cookie that an answer expires. */
const places = (answer: request.Response): string[] =>
  cookiesOf(answer)
    .filter((one) => one.startsWith(`${name}=;`) && one.includes('; Max-Age=0'))
    .map((one) => one.replace(/^[^;]*; /, '').replace('; Max-Age=0', ''));

test.each([
  ['https://portal.example.com', ['', '; Domain=portal.example.com', '; Domain=example.com'], '; Secure'],
  ['http://localhost:3000', ['', '; Domain=localhost'], ''],
  ['http://10.0.0.1:3000', [''], ''],
  ['http://[::1]:3000', [''], ''],
])(
  'at %s both copies are removed from the request, and expired for every possible Path and Domain',
  async (url, domains, secure) => {
    const answer = await request(server(url)).get('/login?a=/b').set('Cookie', `${twice}; locale=fr`);
    expect(answer.body).toEqual({ cookie: 'locale=fr', isNoticed: true });
    const expected = ['Path=/', 'Path=/login'].flatMap((path) =>
      domains.map((domain) => path + domain + secure),
    );
    expect(places(answer)).toEqual(expected);
  },
);

test('the cookie is expired for every Path above the URL, and a URL cannot inject cookie attributes', async () => {
  const app = server('http://localhost');
  const deep = await request(app).get('/self-service/login/browser').set('Cookie', twice);
  expect(places(deep).filter((one) => !one.includes('Domain'))).toEqual(
    ['/', '/self-service', '/self-service/', '/self-service/login', '/self-service/login/']
      .map((path) => `Path=${path}`)
      .concat('Path=/self-service/login/browser'),
  );
  const odd = await request(app).get('/a;Domain=evil.example/b').set('Cookie', twice);
  expect(cookiesOf(odd).join()).not.toContain('evil');
});

test('cookies that come once are left alone', async () => {
  const cookie = `${name}=a; csrf_token_1=b`;
  const answer = await request(server('http://localhost')).get('/login').set('Cookie', cookie);
  expect(answer.body).toEqual({ cookie, isNoticed: false });
  expect(cookiesOf(answer)).toEqual([]);
});

test('the page after a redirect mentions the duplicates, once', async () => {
  const app = server('http://localhost');
  const sent = await request(app).get('/elsewhere').set('Cookie', twice).expect(303);
  const [reminder = ''] = cookiesOf(sent).filter((one) => one.startsWith('doubled_cookies='));
  expect(reminder).toMatch(/^doubled_cookies=1; Path=\/; Max-Age=60; HttpOnly; SameSite=Lax$/);
  const shown = await request(app).get('/login').set('Cookie', 'doubled_cookies=1');
  expect(shown.body).toMatchObject({ isNoticed: true });
  expect(cookiesOf(shown).join()).toMatch(/^doubled_cookies=; Path=\/; Max-Age=0;/);
  expect((await request(app).get('/login')).body).toMatchObject({ isNoticed: false });
});

test('all duplicates are removed from the request, however many there are, and the answer stays small', async () => {
  const names = Array.from({ length: 400 }, (_one, at) => `csrf_token_${at}=a`);
  const header = [...names, ...names].join(';');
  const answer = await request(server('https://a.b.example.com'))
    .get('/self-service/login/browser')
    .set('Cookie', header);
  expect(answer.body).toEqual({ cookie: null, isNoticed: true });
  expect(cookiesOf(answer).join('').length).toBeLessThan(16_000);
});
