import { expect, test } from '@jest/globals';
import request from 'supertest';
import { oauth2Harness, type Answers } from '../../test/support/oauth2Harness.ts';
import { cookiesSet, getPage, portalWith, sessionCookie } from '../../test/support/servedPage.ts';
import { answerTo, shownPage } from '../../test/support/shownPage.ts';

const post = async (fields: object, cookie = '') =>
  request(await portalWith())
    .post('/logout')
    .type('form')
    .set('Cookie', cookie)
    .send(fields);

test.each([
  ['/recovery?return_to=%2Fsettings', 'http://portal.test/recovery?return_to=%2Fsettings'],
  ['/login?login_challenge=c', 'http://portal.test/login?login_challenge=c'],
  ['/settings', '/login?ended=true'],
  ['', '/login?ended=true'],
])('a logout with next=%j redirects to %s', async (next, location) => {
  const answer = await post({ next });
  expect([answer.status, answer.headers.location]).toEqual([303, location]);
});

test.each([
  ['Yes', true],
  ['No', false],
])('a logout with %s deletes the remembered addresses: %s', async (submit, isForgotten) => {
  const kept = 'portal_last_address=a; portal_address=a; portal_typed=a; portal_lasting=a';
  const answer = await post({ submit }, kept);
  for (const name of ['portal_last_address=;', 'portal_address=;', 'portal_typed=;', 'portal_lasting=;'])
    expect(cookiesSet(answer).some((line) => line.startsWith(name))).toBe(isForgotten);
});

test('a logout never redirects to another site', async () => {
  expect((await post({ next: 'https://evil.example/login' })).status).toBe(400);
  expect((await answerTo('/logout?next=//evil.example/recovery', {}, sessionCookie)).status).toBe(400);
});

test('a logout without a session redirects to the sign-in page, which says that the session has ended', async () => {
  const { status, headers } = await answerTo('/logout', {}, sessionCookie);
  expect([status, headers.location]).toEqual([303, '/login?ended=true']);
});

const ended: Answers = {
  'GET /self-service/logout/browser': [200, { logout_token: 't', logout_url: 'x' }],
  'GET /self-service/logout': [204],
};
test.each<[string, object, string, boolean, Answers]>([
  ['a logout', {}, '/login', true, ended],
  ['one to sign in with another account', { next: '/login?login_challenge=c' }, '/login', true, ended],
  ['one to recover the account', { next: '/recovery' }, '/recovery', false, ended],
  ['one that was declined', { submit: 'No' }, '/', false, ended],
  ['one that was declined on a page', { submit: 'No', return_to: '/settings' }, '/settings', false, ended],
  ['one that found no session', {}, '/login', false, { 'GET /self-service/logout/browser': [401] }],
])('after %s, %j leads to %s, where it is said: %s', async (_what, fields, path, isSaid, kratos) => {
  const { post: send } = await oauth2Harness({}, kratos);
  const answer = await send('/logout', { submit: 'Yes', ...fields });
  expect(new URL(answer.headers.location ?? '', 'http://portal.test').pathname).toBe(path);
  expect(cookiesSet(answer).some((line) => line.startsWith('portal_signed_out=1'))).toBe(isSaid);
});

test('somebody who is not signed in is told so, and not asked', async () => {
  const { html } = await shownPage('/logout');
  expect(html).toContain('You are not signed in');
  expect(html).toContain('href="/login"');
  expect(html).not.toContain('action="/logout"');
});

test('the provider’s start of a logout, opened as a page, leads to the portal’s; a script gets the provider’s answer', async () => {
  const started = { logout_token: 't', logout_url: 'x' };
  const path = '/self-service/logout/browser';
  const app = await portalWith({ [path]: [200, started] });
  await getPage(app, path, sessionCookie).expect(303).expect('Location', '/logout');
  const script = request(app).get(path).set('Accept', 'application/json');
  expect((await script.set('Cookie', sessionCookie)).body).toEqual(started);
});
