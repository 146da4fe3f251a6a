import { afterEach, describe, expect, test } from '@jest/globals';
import request from 'supertest';
import { closeHarness } from '../../test/support/gatewayHarness.ts';
import { cookiesSet, getPage, portalWith, sessionCookie } from '../../test/support/servedPage.ts';

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
  ])('with %s leaves an address behind: not %s', async (submit, isForgotten) => {
    const form = request(await portalWith())
      .post('/logout')
      .type('form');
    const answer = await form.set('Cookie', 'portal_last_address=a').send({ submit });
    const forgotten = cookiesSet(answer).some((line) => line.startsWith('portal_last_address=;'));
    expect(forgotten).toBe(isForgotten);
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
