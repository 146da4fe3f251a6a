import { afterEach, describe, expect, test } from '@jest/globals';
import request from 'supertest';
import { recordedFlow } from '../../test/support/flows/recordedFlow.ts';
import { closeHarness } from '../../test/support/gatewayHarness.ts';
import { oauth2Harness, type Answers } from '../../test/support/oauth2Harness.ts';
import {
  cookiesSet,
  getPage,
  markup,
  pageProps,
  portalWith,
  sessionCookie,
} from '../../test/support/servedPage.ts';

afterEach(closeHarness);

describe('a logout', () => {
  test.each([
    ['/recovery?return_to=%2Fsettings', 'http://portal.test/recovery?return_to=%2Fsettings'],
    ['/login?login_challenge=c', 'http://portal.test/login?login_challenge=c'],
    ['/settings', '/login?ended=true'],
    ['', '/login?ended=true'],
  ])('with next=%j redirects to %s', async (next, location) => {
    const app = await portalWith();
    await request(app).post('/logout').type('form').send({ next }).expect(303).expect('Location', location);
  });

  test.each([
    ['Yes', true],
    ['No', false],
  ])('with %s deletes the remembered addresses: %s', async (submit, isForgotten) => {
    const form = request(await portalWith())
      .post('/logout')
      .type('form');
    const kept = 'portal_last_address=a; portal_address=a; portal_typed=a';
    const answer = await form.set('Cookie', kept).send({ submit });
    for (const name of ['portal_last_address=;', 'portal_address=;', 'portal_typed=;'])
      expect(cookiesSet(answer).some((line) => line.startsWith(name))).toBe(isForgotten);
  });

  test('never redirects to another site', async () => {
    const app = await portalWith();
    await request(app).post('/logout').type('form').send({ next: 'https://evil.example/login' }).expect(400);
    await getPage(app, '/logout?next=//evil.example/recovery', sessionCookie).expect(400);
  });

  test('without a session redirects to the sign-in page, which says that the session has ended', async () => {
    await getPage(await portalWith(), '/logout', sessionCookie)
      .expect(303)
      .expect('Location', '/login?ended=true');
  });
});

describe('after a logout', () => {
  const answers: Answers = {
    'GET /self-service/logout/browser': [200, { logout_token: 't', logout_url: 'x' }],
    'GET /self-service/logout': [204],
    'GET /self-service/login/browser': [200, recordedFlow('login')],
  };
  const said = 'portal_signed_out=1';
  const saidIn = (lines: string[]): boolean => lines.some((line) => line.startsWith(said));

  test('the sign-in page says so once, and a link cannot make it say so', async () => {
    const { post, visit } = await oauth2Harness({}, answers);
    const answer = await post('/logout', { submit: 'Yes' });
    expect([answer.headers.location, saidIn(cookiesSet(answer))]).toEqual(['/login', true]);
    const page = await visit('/login', [said]);
    expect(markup(page.text)).toContain('You are signed out.');
    expect(cookiesSet(page).join()).toContain('portal_signed_out=; Path=/; Max-Age=0');
    const linked = await visit('/login?signedOut=true&signed_out=true&notice=signedOut');
    expect(markup(linked.text)).not.toContain('You are signed out.');
  });

  test.each([
    ['a sign-in with another account says so', '/login?login_challenge=c', true],
    ['a recovery does not', '/recovery', false],
  ])('on the way to %s', async (_what, next, isSaid) => {
    const { post } = await oauth2Harness({}, answers);
    const answer = await post('/logout', { submit: 'Yes', next });
    expect([answer.status, saidIn(cookiesSet(answer))]).toEqual([303, isSaid]);
  });

  test('that was declined or found no session, nothing is said', async () => {
    const { post } = await oauth2Harness({}, { ...answers, 'GET /self-service/logout/browser': [401] });
    for (const submit of ['No', 'Yes'])
      expect(saidIn(cookiesSet(await post('/logout', { submit })))).toBe(false);
  });

  test('a confirmation does not say so', async () => {
    const { visit } = await oauth2Harness(
      {},
      { ...answers, 'GET /self-service/login/browser': [200, recordedFlow('login-refresh-password')] },
    );
    const { text } = await visit('/login?refresh=true', [said]);
    expect(pageProps(text)).not.toHaveProperty('notice');
  });
});
