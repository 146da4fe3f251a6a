import { setImmediate } from 'node:timers/promises';
import { afterEach, expect, test } from '@jest/globals';
import { recordedFlow } from '../../test/support/flows/recordedFlow.ts';
import { closeHarness } from '../../test/support/gatewayHarness.ts';
import { oauth2Harness, session, type Answers } from '../../test/support/oauth2Harness.ts';
import { cookiesSet, markup } from '../../test/support/servedPage.ts';
import { pairOf } from '../../test/support/shownPage.ts';
import type { CookieAnswer } from '../upstreams/kratos.ts';
import { sentRequest } from '../upstreams/providerRequest.ts';
import { endSessions } from './sessions.ts';

afterEach(closeHarness);

const path = '/settings/sessions';
const back = encodeURIComponent('http://portal.test/settings#sessions');

const signedIn = (minutesAgo: number): [number, object] => [
  200,
  { ...session, authenticated_at: new Date(Date.now() - minutesAgo * 60_000).toISOString() },
];

/** Posts a form to a portal whose provider answers so. @returns where it leads, and which sessions the provider ended */
async function post(whoami: [number, object?], fields: object, more: Answers = {}) {
  const portal = await oauth2Harness({}, { 'GET /sessions/whoami': whoami, ...more });
  const { status, headers } = await portal.post(path, fields);
  const ended = portal.kratos.received.filter(({ method }) => method === 'DELETE').map(({ url }) => url);
  return { status, location: headers.location, ended };
}

test.each([
  ['one session', { session: 's2' }, '/sessions/s2', '1 device is signed out'],
  ['all other sessions', { all: '2' }, '/sessions', '2 devices are signed out'],
])(
  'ends %s; the next page confirms it once, and a link cannot make it do so',
  async (_which, fields, ended, title) => {
    const portal = await oauth2Harness(
      {},
      {
        'GET /sessions/whoami': signedIn(1),
        'GET /sessions': [200, []],
        [`DELETE ${ended}`]: [204],
        'GET /self-service/settings/browser': [200, recordedFlow('settings')],
      },
    );
    const answer = await portal.post(path, fields);
    expect([answer.status, answer.headers.location]).toEqual([303, '/settings#done']);
    expect(portal.kratos.received.filter(({ method }) => method === 'DELETE')).toMatchObject([
      { url: ended },
    ]);
    const said = cookiesSet(answer).find((line) => line.startsWith('portal_ended='));
    const page = await portal.visit('/settings', [pairOf(said)]);
    expect(markup(page.text)).toContain(`${title}<`);
    expect(/<details[^>]* open=""[^>]*>(?:(?!<details).)*id="sessions"/s.test(page.text)).toBe(
      title.startsWith('1'),
    );
    expect(cookiesSet(page).join()).toContain('portal_ended=; Path=/; Max-Age=0');
    expect(markup((await portal.visit('/settings?ended=true')).text)).not.toContain('signed out<');
  },
);

test.each<[string, [number, object?], object, number, string | undefined]>([
  ['is not privileged', signedIn(16), { session: 's2' }, 303, `/login?refresh=true&return_to=${back}`],
  ['is over', [401], { session: 's2' }, 303, `/login?return_to=${back}&ended=true`],
  ['lacks the second factor', [403], { session: 's2' }, 303, '/settings#sessions'],
  ['is unknown, as the provider does not tell', [500], { session: 's2' }, 502, undefined],
  ['is privileged, but the form names none to end', signedIn(1), {}, 400, undefined],
])('no session is ended by one that %s', async (_what, whoami, fields, status, location) => {
  expect(await post(whoami, fields)).toEqual({ status, location, ended: [] });
});

test.each([
  ['has already ended is ended', 404, 303],
  ['the provider does not end is reported as an error', 500, 502],
])('a session that %s', async (_what, answered, status) => {
  const more: Answers = { 'DELETE /sessions/s2': [answered] };
  expect(await post(signedIn(1), { session: 's2' }, more)).toMatchObject({ status });
});

test('repeated ids are ended once, at most 250 of them, and eight at a time', async () => {
  const paths: string[] = [];
  let open = 0;
  let most = 0;
  const answer = async (built: Parameters<typeof sentRequest>[0]): Promise<CookieAnswer> => {
    paths.push((await sentRequest(built)).path);
    most = Math.max(most, ++open);
    await setImmediate();
    open -= 1;
    return { status: 204, body: undefined, setCookie: [] };
  };
  const ids = Array.from({ length: 300 }, (_, index) => `s${index}`);
  await endSessions({ answer }, { session: [...ids, ...ids].join(' ') }, undefined);
  expect(paths).toEqual(ids.slice(0, 250).map((id) => `/sessions/${id}`));
  expect(most).toBe(8);
});
