import { expect, test } from '@jest/globals';
import type { FrontendApi } from '@ory/client';
import express, { type ErrorRequestHandler } from 'express';
import request, { type Test } from 'supertest';
import { readSettings } from '../settings/config.ts';
import { PortalError } from '../http/PortalError.ts';
import type { CookieAnswer, KratosFrontend } from '../provider/kratos.ts';
import { postSessions } from './sessions.ts';

const settings = readSettings({
  PORTAL_URL: 'https://portal.example',
  KRATOS_PUBLIC_URL: 'http://kratos.example',
  COOKIE_SECRET: 'a secret of thirty-two characters or more',
});
const back = encodeURIComponent('https://portal.example/settings#sessions');

const answer = (status: number, body: unknown = {}): CookieAnswer => ({ status, body, setCookie: [] });
const signedIn = (minutesAgo: number): CookieAnswer =>
  answer(200, { id: 's1', authenticated_at: new Date(Date.now() - minutesAgo * 60_000).toISOString() });

interface World {
  whoami: CookieAnswer;
  ended?: CookieAnswer;
}

/** Posts a form to the portal in front of a provider that answers as told. */
function post({ whoami, ended = answer(204) }: World, form: string): { sent: Test; calls: string[] } {
  const calls: string[] = [];
  const frontend = {
    toSession: () => 'whoami',
    disableMySession: ({ id }: { id: string }) => `end ${id}`,
    disableMyOtherSessions: () => 'end all others',
  } as unknown as FrontendApi;
  const kratos: KratosFrontend = {
    answer: async (call) => {
      const made = (await call(frontend)) as unknown as string;
      calls.push(made);
      return made === 'whoami' ? whoami : ended;
    },
  };
  const app = express();
  app.use(express.urlencoded({ extended: false }));
  app.post('/settings/sessions', postSessions({ kratos, settings }));
  app.use(((problem: unknown, _request, response, next) => {
    if (problem instanceof PortalError) response.status(problem.status).end();
    else next(problem);
  }) as ErrorRequestHandler);
  return { sent: request(app).post('/settings/sessions').send(form), calls };
}

test.each([
  ['one session', 'session=s2', 'end s2'],
  ['all other sessions', 'all=true', 'end all others'],
])('%s ends, and the list is shown again', async (_which, form, call) => {
  const { sent, calls } = post({ whoami: signedIn(1) }, form);
  expect((await sent.expect(303)).headers.location).toBe('/settings#sessions');
  expect(calls).toEqual(['whoami', call]);
});

test.each<[string, CookieAnswer, string]>([
  ['an old sign-in is to be confirmed', signedIn(16), `/login?refresh=true&return_to=${back}`],
  ['nobody is signed in', answer(401), `/login?return_to=${back}&ended=true`],
  ['a second factor is yet to come', answer(403), '/settings#sessions'],
])('where %s, nothing ends', async (_why, whoami, location) => {
  const { sent, calls } = post({ whoami }, 'session=s2');
  expect((await sent.expect(303)).headers.location).toBe(location);
  expect(calls).toEqual(['whoami']);
});

test('a session that is gone already is as good as ended', async () => {
  await post({ whoami: signedIn(1), ended: answer(404) }, 'session=s2').sent.expect(303);
});

test('a provider that does not end it is an error of the portal', async () => {
  await post({ whoami: signedIn(1), ended: answer(500) }, 'session=s2').sent.expect(502);
  await post({ whoami: answer(0) }, 'session=s2').sent.expect(502);
});

test('a post that names nothing is refused', async () => {
  await post({ whoami: signedIn(1) }, '').sent.expect(400);
});
