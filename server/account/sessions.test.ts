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

const on = (id: string, browser: string): object => ({
  id,
  active: true,
  devices: [{ user_agent: `Mozilla/5.0 (X11; Linux x86_64) ${browser}/140.0` }],
});
const others = [on('s2', 'Chrome'), on('s3', 'Firefox'), on('s4', 'Chrome')];

test.each([
  ['one session', { session: 's2' }, ['/sessions/s2'], 'Chrome on Linux is signed out'],
  ['a device’s', { session: 's2 s4 s2' }, ['/sessions/s2', '/sessions/s4'], 'Chrome on Linux is signed out'],
  ['several browsers’', { session: 's2 s3' }, ['/sessions/s2', '/sessions/s3'], 'Linux is signed out'],
  ['no unknown session', { session: 's5' }, [], 'That device was signed out already'],
  ['all other sessions', { all: '2' }, ['/sessions'], '2 devices are signed out'],
])(
  'ends %s; the next page confirms it once, and a link cannot make it do so',
  async (_which, fields, ended, title) => {
    const portal = await oauth2Harness(
      {},
      {
        'GET /sessions/whoami': signedIn(1),
        'GET /sessions': [200, others],
        ...Object.fromEntries(ended.map((url) => [`DELETE ${url}`, [204]])),
        'GET /self-service/settings/browser': [200, recordedFlow('settings')],
      },
    );
    const answer = await portal.post(path, fields);
    expect([answer.status, answer.headers.location]).toEqual([303, '/settings#done']);
    const sent = portal.kratos.received.filter(({ method }) => method === 'DELETE').map(({ url }) => url);
    expect(sent).toEqual(ended);
    const said = cookiesSet(answer).find((line) => line.startsWith('portal_ended='));
    const page = await portal.visit('/settings', [pairOf(said)]);
    expect(markup(page.text)).toContain(`${title}<`);
    expect(/<details[^>]* open=""[^>]*>(?:(?!<details).)*id="sessions"/s.test(page.text)).toBe(
      !title.startsWith('2'),
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
  const more: Answers = { 'GET /sessions': [200, others], 'DELETE /sessions/s2': [answered] };
  expect(await post(signedIn(1), { session: 's2' }, more)).toMatchObject({ status });
});

test('a device is not said to be signed out as long as the provider does not list the sessions', async () => {
  const answer = await post(signedIn(1), { session: 's2' }, { 'GET /sessions': [500] });
  expect(answer).toMatchObject({ status: 502, ended: [] });
});

test('the sessions of a device are ended eight at a time', async () => {
  const paths: string[] = [];
  let open = 0;
  let most = 0;
  const ids = Array.from({ length: 30 }, (_, index) => `s${index}`);
  const answer = async (built: Parameters<typeof sentRequest>[0]): Promise<CookieAnswer> => {
    const { method, path: sent } = await sentRequest(built);
    if (method === 'GET')
      return { status: 200, body: ids.map((id) => ({ id, active: true })), setCookie: [] };
    paths.push(sent);
    most = Math.max(most, ++open);
    await setImmediate();
    open -= 1;
    return { status: 204, body: undefined, setCookie: [] };
  };
  await endSessions({ answer }, { session: ids.join(' ') }, { id: 'current' }, undefined);
  expect(paths).toEqual(ids.map((id) => `/sessions/${id}`));
  expect(most).toBe(8);
});
