import { gzipSync } from 'node:zlib';
import { expect, test } from '@jest/globals';
import {
  fakeUpstream,
  gatewayHarness,
  type GatewayHarness,
  gatewayTo,
  rawUpstream,
} from '../../../test/support/selfClosingGateway.ts';
import { testLimits } from '../../../test/support/testLimits.ts';

const json = { 'Content-Type': 'application/json' };
const login = '/self-service/login?flow=a';

const post = (url: string, body: object, headers = {}): Promise<Response> =>
  fetch(url, { method: 'POST', headers: { ...json, ...headers }, body: JSON.stringify(body) });

test('behind a hop that compresses, an app’s second factor is limited to ten attempts as well', async () => {
  let count = 0;
  const upstream = await fakeUpstream((request, response) => {
    const isPassword = request.url?.includes('password') === true;
    count += 1;
    const body = gzipSync(isPassword ? `{"session_token":"ory_st_${count}","session":{}}` : '{}');
    response.writeHead(isPassword ? 200 : 400, { ...json, 'Content-Encoding': 'gzip' }).end(body);
  });
  const { countForm } = testLimits();
  const { url } = await gatewayHarness({ kratosPublic: upstream.url }, { countForm });
  const statuses: number[] = [];
  for (let turn = 0; turn < 11; turn += 1) {
    const signIn = { method: 'password', identifier: 'ada@example.org', password: 'right' };
    const answer = await post(`${url}/self-service/login?flow=password${turn}`, signIn);
    const { session_token: token } = (await answer.json()) as { session_token: string };
    const factor = { method: 'totp', totp_code: String(100_000 + turn) };
    const guess = await post(`${url}/self-service/login?flow=totp${turn}`, factor, {
      'X-Session-Token': token,
    });
    statuses.push(guess.status);
  }
  expect(statuses).toEqual([...Array<number>(10).fill(400), 429]);
});

test('the answer to a form is asked for without compression, and arrives decoded with its new length', async () => {
  const { url, upstream } = await gatewayTo('kratosPublic', (_request, response) =>
    response
      .writeHead(200, { ...json, 'Content-Encoding': 'gzip', 'Set-Cookie': ['a=1; Secure', 'b=2; Secure'] })
      .end(gzipSync('{"state":"passed"}')),
  );
  const answer = await post(url + login, {}, { 'Accept-Encoding': 'gzip, br' });
  expect(await answer.json()).toEqual({ state: 'passed' });
  expect(answer.headers.get('content-encoding')).toBeNull();
  expect(answer.headers.get('content-length')).toBe('18');
  expect(answer.headers.getSetCookie()).toEqual(['a=1; Secure', 'b=2; Secure']);
  expect(upstream.received[0]?.headers['accept-encoding']).toBe('identity');
});

test.each([
  ['in an unknown coding', { 'Content-Encoding': 'compress' }, 'x'],
  ['in a coding other than the declared one', { 'Content-Encoding': 'gzip' }, 'x'],
  ['over a megabyte', {}, 'x'.repeat(1024 * 1024 + 1)],
])('an answer %s is a 502', async (_what, headers, body) => {
  const { url } = await gatewayTo('kratosPublic', (_request, response) =>
    response.writeHead(200, headers).end(body),
  );
  const answer = await post(url + login, {});
  expect([answer.status, await answer.json()]).toMatchObject([502, { error: { id: 'upstream_invalid' } }]);
});

/** Submits a form to an upstream that sends these bytes; returns the harness and the browser's answer. */
async function outcome(text: string, end = false): Promise<{ harness: GatewayHarness; answer: Response }> {
  const { url: target } = await rawUpstream((socket) => {
    socket.write(text, () => end && socket.destroy());
  });
  const harness = await gatewayHarness({ kratosPublic: target }, { timeoutMs: 200 });
  return { harness, answer: await post(harness.url + login, {}) };
}

test.each([
  ['cuts its body', '200 OK\r\nContent-Length: 100\r\n\r\nhalf', true, 502, 'upstream_reset'],
  ['stalls in its body', '200 OK\r\nContent-Length: 100\r\n\r\nhalf', false, 504, 'upstream_timeout'],
  ['sends no body', '', false, 504, 'upstream_timeout'],
  ['sends an invalid status', '999 OK\r\nContent-Length: 0\r\n\r\n', false, 502, 'upstream_invalid'],
  [
    'speaks another protocol',
    '101 Go\r\nConnection: upgrade\r\nUpgrade: a\r\n\r\n',
    false,
    502,
    'upstream_invalid',
  ],
])(
  'an upstream that %s causes a clear error without any part of its answer',
  async (_what, text, end, status, id) => {
    const { harness, answer } = await outcome(`HTTP/1.1 ${text}`, end);
    expect([answer.status, await answer.json()]).toMatchObject([status, { error: { id } }]);
    expect(await harness.firstLogged).toMatchObject({ outcome: id });
  },
);
