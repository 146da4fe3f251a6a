import { connect } from 'node:net';
import { describe, expect, test } from '@jest/globals';
import {
  fakeUpstream,
  type FakeUpstream,
  gatewayHarness,
  gatewayTo,
} from '../../../test/support/selfClosingGateway.ts';
import { testLimits } from '../../../test/support/testLimits.ts';

const json = 'application/json';
const form = 'application/x-www-form-urlencoded';
const { countForm, countClientCall } = testLimits();

const pairs = (count: number, pair = 'a'): string => Array(count).fill(pair).join('&');
const members = (count: number): string =>
  `{${Array.from({ length: count }, (_one, at) => `"a${at}":1`).join(',')}}`;
const nested = (depth: number): string => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;

async function post(upstream: FakeUpstream, path: string, type: string, body: string, accept = json) {
  const { url } = await gatewayHarness(
    { kratosPublic: upstream.url, hydraPublic: upstream.url },
    { countForm, countClientCall },
  );
  return fetch(url + path, {
    method: 'POST',
    headers: { 'Content-Type': type, Accept: accept },
    body,
    redirect: 'manual',
  });
}

const paths = [
  '/self-service/login?flow=a',
  '/self-service/registration?flow=b',
  '/self-service/recovery?flow=c',
  '/self-service/verification?flow=d',
  '/self-service/settings?flow=e',
];

describe.each(paths)('%s', (path) => {
  test.each([
    ['201 names', form, pairs(201)],
    ['125,000 names', form, pairs(125_000)],
    ['as many empty pairs', form, pairs(125_000, '=')],
    ['as many members', json, members(20_000)],
    ['a list with as many entries', json, `{"traits":{"tags":[${Array(100_000).fill('1').join()}]}}`],
    ['17 levels', json, nested(17)],
    ['40,000 levels', json, nested(40_000)],
  ])('a form with %s is 413, and does not reach the provider', async (_what, type, body) => {
    const upstream = await fakeUpstream();
    const answer = await post(upstream, path, type, body);
    expect(answer.status).toBe(413);
    expect(await answer.json()).toMatchObject({ error: { id: 'body_too_large', code: 413 } });
    expect(upstream.received).toEqual([]);
  });

  test('a form of 200 fields arrives, and so do separators in texts', async () => {
    const upstream = await fakeUpstream();
    const texts = JSON.stringify({ 'traits.text': `${'a,&['.repeat(300)}"\\` });
    for (const [type, body] of [
      [form, pairs(200, 'a=1')],
      [json, members(200)],
      [json, nested(16)],
      [json, texts],
    ] as const)
      expect((await post(upstream, path, type, body)).status).toBe(200);
    expect(upstream.received).toHaveLength(4);
  });
});

test('a form whose traits are a text of JSON with 100,000 entries is 413', async () => {
  const upstream = await fakeUpstream();
  const body = `method=profile&traits=[${Array(100_000).fill('1').join()}]`;
  for (const kind of ['registration', 'settings'])
    expect((await post(upstream, `/self-service/${kind}?flow=a`, form, body)).status).toBe(413);
  expect(upstream.received).toEqual([]);
});

test('a browser gets the error page', async () => {
  const upstream = await fakeUpstream();
  for (const body of [pairs(201), `a=${'x'.repeat(300_000)}`]) {
    const answer = await post(upstream, '/self-service/settings?flow=a', form, body, 'text/html');
    expect(answer.status).toBe(413);
    expect(await answer.text()).toBe('<h1>body_too_large</h1>');
  }
  expect(upstream.received).toEqual([]);
});

test.each(['/oauth2/token', '/oauth2/revoke', '/oauth2/device/auth'])(
  'an application’s form of more than 200 fields is 413 at %s, for programs as well',
  async (path) => {
    const upstream = await fakeUpstream();
    const answer = await post(upstream, path, form, `grant_type=a&token=b&client_id=c&${pairs(200)}`);
    expect(answer.status).toBe(413);
    expect(upstream.received).toEqual([]);
  },
);

describe.each(['/oauth2/auth', '/oauth2/sessions/logout'])('%s', (path) => {
  test.each([
    ['over 8 KB', `client_id=${'x'.repeat(8200)}`],
    ['with 201 fields', pairs(201)],
    ['with 125,000 fields', pairs(125_000)],
  ])('a form %s, which would become a query, is 413', async (_what, body) => {
    const upstream = await fakeUpstream();
    const answer = await post(upstream, path, form, body);
    expect([answer.status, answer.headers.get('location')]).toEqual([413, null]);
    expect(upstream.received).toEqual([]);
  });

  test('a form that fits becomes one', async () => {
    const upstream = await fakeUpstream();
    const answer = await post(upstream, path, form, `client_id=${'x'.repeat(8000)}`);
    expect(answer.headers.get('location')).toBe(`${path}?client_id=${'x'.repeat(8000)}`);
  });
});

test('a form that is cut off after too many fields is not read either', async () => {
  const upstream = await fakeUpstream();
  const read: number[] = [];
  const { port, url } = await gatewayHarness(
    { kratosPublic: upstream.url },
    {
      countForm: (one) => {
        read.push(one.fields.size);
        return countForm(one);
      },
    },
  );
  await new Promise<void>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      const head = `POST ${paths[0]} HTTP/1.1\r\nHost: a\r\nContent-Type: ${form}\r\nContent-Length: 250000`;
      socket.write(`${head}\r\n\r\n${pairs(500)}`, () => socket.destroy());
    });
    socket.on('close', () => resolve());
  });
  await fetch(`${url}/sessions/whoami`);
  expect(read).toEqual([]);
  expect(upstream.received.map((one) => one.url)).toEqual(['/sessions/whoami']);
});

test('an address with more than 200 parameters is 414', async () => {
  const { url, upstream } = await gatewayTo('kratosPublic');
  const target = (count: number): string => `${url}/self-service/login/browser?${pairs(count)}`;
  expect((await fetch(target(200))).status).toBe(200);
  const refused = await fetch(target(201));
  expect([refused.status, upstream.received.length]).toEqual([414, 1]);
});
