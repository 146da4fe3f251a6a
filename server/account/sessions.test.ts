import { setImmediate } from 'node:timers/promises';
import { afterEach, expect, test } from '@jest/globals';
import express, { type ErrorRequestHandler } from 'express';
import request, { type Test } from 'supertest';
import { recordedFlow } from '../../test/support/flows/recordedFlow.ts';
import { closeHarness } from '../../test/support/gatewayHarness.ts';
import { oauth2Harness, session } from '../../test/support/oauth2Harness.ts';
import { cookiesSet, markup } from '../../test/support/servedPage.ts';
import { readSettings } from '../settings/config.ts';
import { PortalError } from '../http/PortalError.ts';
import type { CookieAnswer, KratosFrontend } from '../provider/kratos.ts';
import { sentRequest } from '../provider/providerRequest.ts';
import { postSessions } from './sessions.ts';

afterEach(closeHarness);

const settings = readSettings({
  PORTAL_URL: 'https://portal.example',
  KRATOS_PUBLIC_URL: 'http://kratos.example',
  COOKIE_SECRET: 'a secret of thirty-two characters or more',
});
const back = encodeURIComponent('https://portal.example/settings#sessions');

const answer = (status: number, body: unknown = {}): CookieAnswer => ({ status, body, setCookie: [] });
const signedIn = (minutesAgo: number): CookieAnswer =>
  answer(200, { id: 's1', authenticated_at: new Date(Date.now() - minutesAgo * 60_000).toISOString() });

interface KratosAnswers {
  whoami: CookieAnswer;
  ended?: CookieAnswer;
}

interface Posted {
  sent: Test;
  /** The calls that the provider received. */
  calls: string[];
  /** Returns the highest number of concurrent calls. */
  most: () => number;
}

/** Posts a form to a portal whose provider answers as given. */
function post({ whoami, ended = answer(204) }: KratosAnswers, form: string): Posted {
  const calls: string[] = [];
  let open = 0;
  let most = 0;
  const kratos: KratosFrontend = {
    answer: async (built) => {
      const { method, path } = await sentRequest(built);
      calls.push(`${method} ${path}`);
      open += 1;
      most = Math.max(most, open);
      await setImmediate();
      open -= 1;
      return path === '/sessions/whoami' ? whoami : ended;
    },
  };
  const app = express();
  app.use(express.urlencoded({ extended: false }));
  app.post('/settings/sessions', postSessions({ kratos, settings }));
  app.use(((problem: unknown, _request, response, next) => {
    if (problem instanceof PortalError) response.status(problem.status).end();
    else next(problem);
  }) as ErrorRequestHandler);
  return { sent: request(app).post('/settings/sessions').send(form), calls, most: () => most };
}

test.each([
  ['one session', 'session=s2', 'DELETE /sessions/s2'],
  ['all other sessions', 'all=true', 'DELETE /sessions'],
])('ends %s, and redirects to the message that confirms it', async (_which, form, call) => {
  const { sent, calls } = post({ whoami: signedIn(1) }, form);
  expect((await sent.expect(303)).headers.location).toBe('/settings#done');
  expect(calls).toEqual(['GET /sessions/whoami', call]);
});

test('the next page confirms it once, and a link cannot make it do so', async () => {
  const portal = await oauth2Harness(
    {},
    {
      'GET /sessions/whoami': [200, { ...session, authenticated_at: new Date().toISOString() }],
      'GET /sessions': [200, []],
      'DELETE /sessions': [200, { count: 1 }],
      'GET /self-service/settings/browser': [200, recordedFlow('settings')],
    },
  );
  const ended = await portal.post('/settings/sessions', { all: 'true' });
  const [said] = cookiesSet(ended).filter((line) => line.startsWith('portal_ended='));
  const page = await portal.visit('/settings', [said?.split(';')[0] ?? '']);
  expect(markup(page.text)).toContain('Signed out<');
  expect(cookiesSet(page).join()).toContain('portal_ended=; Path=/; Max-Age=0');
  const linked = await portal.visit('/settings?ended=true');
  expect(markup(linked.text)).not.toContain('Signed out<');
});

test.each<[string, CookieAnswer, string]>([
  ['the session is not privileged', signedIn(16), `/login?refresh=true&return_to=${back}`],
  ['nobody is signed in', answer(401), `/login?return_to=${back}&ended=true`],
  ['the second factor is missing', answer(403), '/settings#sessions'],
])('if %s, no session is ended', async (_why, whoami, location) => {
  const { sent, calls } = post({ whoami }, 'session=s2');
  expect((await sent.expect(303)).headers.location).toBe(location);
  expect(calls).toEqual(['GET /sessions/whoami']);
});

test('ending a session that has already ended succeeds', async () => {
  await post({ whoami: signedIn(1), ended: answer(404) }, 'session=s2').sent.expect(303);
});

test('repeated ids are ended once, at most 250 of them, and eight at a time', async () => {
  const ids = Array.from({ length: 300 }, (_, index) => `s${index}`);
  const { sent, calls, most } = post({ whoami: signedIn(1) }, `session=${[...ids, ...ids].join('+')}`);
  await sent.expect(303);
  expect(calls.slice(1)).toEqual(ids.slice(0, 250).map((id) => `DELETE /sessions/${id}`));
  expect(most()).toBe(8);
});

test('a session that the provider does not end is reported as an error', async () => {
  await post({ whoami: signedIn(1), ended: answer(500) }, 'session=s2').sent.expect(502);
  await post({ whoami: answer(0) }, 'session=s2').sent.expect(502);
});

test('a post that names no session is refused', async () => {
  await post({ whoami: signedIn(1) }, '').sent.expect(400);
});
