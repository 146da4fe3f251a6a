import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { callback, useOAuth2Server } from './support/oauth2Server.ts';
import { authorization, Visitor } from './support/visitor.ts';

const server = useOAuth2Server();

test('a remembered login and consent are skipped, unless more scopes or a new consent are requested', async () => {
  const { client_id: id } = await server.client();
  const visitor = new Visitor(server);
  await visitor.tokens(id, { consent: { remember: true, remember_for: 0 } });
  const again = await visitor.challenge('login', authorization(server, id).url);
  const { data: login } = await server.admin.getOAuth2LoginRequest({ loginChallenge: again });
  expect(login).toMatchObject({ skip: true, subject: 'ada' });
  const same = await visitor.signIn(authorization(server, id).url);
  const more = await visitor.signIn(authorization(server, id, { scope: 'openid email' }).url);
  const asked = await visitor.signIn(authorization(server, id, { prompt: 'consent' }).url);
  const skips = await Promise.all(
    [same, more, asked].map(async (consentChallenge) => {
      const { data } = await server.admin.getOAuth2ConsentRequest({ consentChallenge });
      return data.skip;
    }),
  );
  expect(skips).toEqual([true, false, false]);
});

test('a redirect URI on loopback may have any port, and a remembered consent is skipped for it as well', async () => {
  const { client_id: id } = await server.client();
  const visitor = new Visitor(server);
  await visitor.tokens(id, { consent: { remember: true, remember_for: 0 } });
  const onPort = (uri: string) => authorization(server, id, { redirect_uri: uri }).url;
  const consentChallenge = await visitor.signIn(onPort(callback.replace(':9/', ':53682/')));
  const { data } = await server.admin.getOAuth2ConsentRequest({ consentChallenge });
  expect(data.skip).toBe(true);
  for (const other of [
    `${callback}/x`,
    callback.replace('127.0.0.1', 'localhost'),
    callback.replace('127.0.0.1', '[::1]'),
  ])
    expect((await visitor.visit(onPort(other))).pathname).toBe('/error');
});

test('a login that is not remembered is required again', async () => {
  const { client_id: id } = await server.client();
  const visitor = new Visitor(server);
  await visitor.tokens(id, { login: { remember: false } });
  const loginChallenge = await visitor.challenge('login', authorization(server, id).url);
  const { data } = await server.admin.getOAuth2LoginRequest({ loginChallenge });
  expect(data).toMatchObject({ skip: false, subject: '' });
});

test('prompt=login requires the login again', async () => {
  const { client_id: id } = await server.client();
  const visitor = new Visitor(server);
  await visitor.tokens(id);
  const loginChallenge = await visitor.challenge('login', authorization(server, id, { prompt: 'login' }).url);
  const { data } = await server.admin.getOAuth2LoginRequest({ loginChallenge });
  expect(data.skip).toBe(false);
});

test('a login older than max_age is required again', async () => {
  const { client_id: id } = await server.client();
  const visitor = new Visitor(server);
  await visitor.tokens(id);
  const isSkipped = async (maxAge: string): Promise<boolean> => {
    const { url } = authorization(server, id, { max_age: maxAge });
    const { data } = await server.admin.getOAuth2LoginRequest({
      loginChallenge: await visitor.challenge('login', url),
    });
    return data.skip;
  };
  // ages are in whole seconds, so the login is too old only after the next second begins
  for (const maxAge of ['0', '2']) while (await isSkipped(maxAge)) await pause(50);
  expect(await isSkipped('3600')).toBe(true);
});

test('prompt=none gives the client login_required, then consent_required, then a code', async () => {
  const { client_id: id } = await server.client();
  const visitor = new Visitor(server);
  const silent = authorization(server, id, { prompt: 'none' }).url;
  expect((await visitor.visit(silent)).searchParams.get('error')).toBe('login_required');
  const { url } = authorization(server, id);
  await visitor.signIn(url);
  const { data } = await server.admin.acceptOAuth2LoginRequest({
    loginChallenge: await visitor.challenge('login', silent),
    acceptOAuth2LoginRequest: { subject: 'ada' },
  });
  expect((await visitor.visit(data.redirect_to)).searchParams.get('error')).toBe('consent_required');
  await visitor.tokens(id, { consent: { remember: true } });
  const back = await visitor.consent(await visitor.signIn(silent));
  expect(back.searchParams.get('code')).toBeTruthy();
});
