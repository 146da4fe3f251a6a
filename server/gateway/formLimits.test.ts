import type { RequestListener } from 'node:http';
import { connect } from 'node:net';
import { describe, expect, test } from '@jest/globals';
import { gatewayTo, sendRaw } from '../../test/support/selfClosingGateway.ts';
import { failingStores } from '../../test/support/limitStores.ts';
import { statusesOf, times } from '../../test/support/statuses.ts';
import { testLimits } from '../../test/support/testLimits.ts';
import { malformedRequest } from '../http/errors.ts';
import { inMemory, type MakeStore } from '../security/limits/stores.ts';

const limitedHarness = (
  answer?: RequestListener,
  { makeStore = inMemory, ...options }: Parameters<typeof gatewayTo>[2] & { makeStore?: MakeStore } = {},
) => gatewayTo(['kratosPublic', 'hydraPublic'], answer, { ...testLimits({ makeStore }), ...options });

const ok: RequestListener = (_request, response) => response.end('{}');
const head = (path: string, type: string, more: string): string =>
  `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: ${type}\r\n${more}\r\n\r\n`;
const json = 'application/json';
const form = 'application/x-www-form-urlencoded';
const login = '/self-service/login?flow=a';

const chunked = (text: string, size: number): string => {
  const chunks = text.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? [];
  return `${chunks.map((one) => `${one.length.toString(16)}\r\n${one}\r\n`).join('')}0\r\n\r\n`;
};

/** Sends the pieces in separate packets, and returns the answer. */
const sendPieces = (port: number, pieces: string[]): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true }, () => {
      const next = (at: number): void => {
        const piece = pieces[at];
        if (piece !== undefined) socket.write(Buffer.from(piece, 'latin1'), () => setImmediate(next, at + 1));
      };
      next(0);
    });
    let answer = '';
    socket.on('data', (bytes) => {
      answer += bytes.toString('latin1');
      if (answer.endsWith('{}')) socket.end();
    });
    socket.on('close', () => resolve(answer));
    socket.on('error', reject);
  });

describe('a form that the gateway has read arrives unchanged', () => {
  const bodies: [string, string, string][] = [
    ['a form', form, 'identifier=ada%40example.org&password=a+b%26c&method=password&&=&x'],
    ['JSON, with its spaces', json, ' { "identifier" : "ada@example.org",\n"method":"password" }\r\n'],
    ['bytes that are not text', form, 'password=\xff\xfe\x00\x80'],
    ['a large form', form, `a=${'x'.repeat(200_000)}`],
    ['only a name', form, 'x'],
  ];

  test.each(bodies)('%s, in one piece', async (_what, type, body) => {
    const { port, upstream } = await limitedHarness(ok);
    const sent = head(login, type, `Content-Length: ${body.length}`) + body;
    expect(await sendRaw(port, sent, /\{\}$/)).toMatch(/^HTTP\/1.1 200/);
    expect(upstream.received.map((one) => one.body)).toEqual([Buffer.from(body, 'latin1').toString()]);
    expect(upstream.received[0]?.headers['content-length']).toBe(String(body.length));
  });

  test.each(bodies)('%s, chunked', async (_what, type, body) => {
    const { port, upstream } = await limitedHarness(ok);
    const sent = head(login, type, 'Transfer-Encoding: chunked') + chunked(body, 7000);
    expect(await sendRaw(port, sent, /\{\}$|0\r\n\r\n$/)).toMatch(/^HTTP\/1.1 200/);
    expect(upstream.received.map((one) => one.body)).toEqual([Buffer.from(body, 'latin1').toString()]);
    expect(upstream.received[0]?.headers['transfer-encoding']).toBe('chunked');
  });

  test('in many packets, with the end in its own', async () => {
    const { port, upstream } = await limitedHarness((_request, response) =>
      response.setHeader('Content-Length', 2).end('{}'),
    );
    const body = 'identifier=ada&password=secret';
    await sendPieces(port, [head(login, form, `Content-Length: ${body.length}`), ...Array.from(body)]);
    await sendPieces(port, [
      head(login, form, 'Transfer-Encoding: chunked'),
      ...Array.from(body, (one) => `1\r\n${one}\r\n`),
      '0\r\n',
      '\r\n',
    ]);
    await sendPieces(port, [head(login, form, 'Transfer-Encoding: chunked'), '0\r\n', '\r\n']);
    expect(upstream.received.map((one) => one.body)).toEqual([body, body, '']);
  });

  test('several on one connection', async () => {
    const { port, upstream } = await limitedHarness(ok);
    const bodies = ['a=1', 'b=22', 'c=333'];
    const sent = bodies.map((body) => head(login, form, `Content-Length: ${body.length}`) + body);
    await sendRaw(port, sent.join(''), /(?:\{\}[^]*){3}$/);
    expect(upstream.received.map((one) => one.body)).toEqual(bodies);
  });
});

test('a form over 256 KB is 413 and never arrives, with or without Content-Length; other bodies stream', async () => {
  const { port, upstream } = await limitedHarness(ok);
  const body = `a=${'x'.repeat(300_000)}`;
  expect(await sendRaw(port, head(login, form, `Content-Length: ${body.length}`))).toMatch(
    /^HTTP\/1.1 413 [^]*body_too_large/,
  );
  expect(
    await sendRaw(port, head(login, form, 'Transfer-Encoding: chunked') + chunked(body, 60_000)),
  ).toMatch(/^HTTP\/1.1 413 [^]*body_too_large/);
  expect(upstream.received).toEqual([]);
  await sendRaw(port, head('/credentials', json, `Content-Length: ${body.length}`) + body, /\{\}$/);
  expect(upstream.received.map((one) => one.body.length)).toEqual([body.length]);
});

test('a form that breaks off does not arrive', async () => {
  const { port, url, upstream } = await limitedHarness();
  await new Promise<void>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(`${head(login, form, 'Content-Length: 100')}identifier=ada`, () => socket.destroy());
    });
    socket.on('close', () => resolve());
  });
  await fetch(`${url}/sessions/whoami`);
  expect(upstream.received.map((one) => one.url)).toEqual(['/sessions/whoami']);
});

test('a form that cannot be parsed is refused, because the provider might parse it differently', async () => {
  const { url, upstream } = await limitedHarness();
  const post = (type: string, body: string) =>
    fetch(url + login, { method: 'POST', headers: { 'Content-Type': type }, body });
  for (const body of ['{"identifier":"ada"} more', `{"a":${'['.repeat(200_000)}`])
    expect((await post(json, body)).status).toBe(400);
  expect((await post(`${form}; a=b, ${json}`, '{"identifier":"ada"}')).status).toBe(415);
  expect(upstream.received).toEqual([]);
});

test('a form that is refused once it is counted, and never reaches the provider, uses up no limit', async () => {
  let isReadable = false;
  const readFormFlow = () => (isReadable ? Promise.resolve(undefined) : Promise.reject(malformedRequest()));
  const { url, upstream } = await limitedHarness(undefined, { readFormFlow });
  const body = new URLSearchParams({ method: 'code', 'traits.email': 'ada@example.org' });
  const signUp = (index: number) =>
    fetch(`${url}/self-service/registration?flow=${index}`, { method: 'POST', body });
  expect(await statusesOf(10, signUp)).toEqual(times(10, 400));
  expect(upstream.received).toEqual([]);
  isReadable = true;
  expect(await statusesOf(7, signUp)).toEqual([...times(6, 200), 429]);
});

test('links that submit a flow are limited; links that show one are not', async () => {
  const { url } = await limitedHarness();
  const statuses = async (path: string): Promise<number[]> => {
    const answers = [];
    for (let count = 0; count < 40; count += 1) answers.push((await fetch(url + path)).status);
    return answers;
  };
  const limitedAfter = async (path: string): Promise<number> => (await statuses(path)).indexOf(429);
  expect(await limitedAfter('/self-service/login?flow=1')).toBe(-1);
  expect(await limitedAfter('/self-service/verification?flow=2&code=123456')).toBe(10);
  expect(await limitedAfter('/self-service/recovery?flow=3&token=x')).toBe(30);
  expect(await limitedAfter('/self-service/settings?flow=5&traits.email=ben@example.org')).toBe(20);
  expect(await limitedAfter('/self-service/verification?flow=4&email=ada@example.org&method=code')).toBe(6);
});

test.each(failingStores)('if a store %s, no form arrives, but other calls do', async (_how, makeStore) => {
  const { url, upstream } = await limitedHarness(undefined, { makeStore });
  const body = new URLSearchParams({ identifier: 'ada@example.org', password: 'a', method: 'password' });
  expect((await fetch(url + login, { method: 'POST', body })).status).toBe(500);
  expect(upstream.received).toEqual([]);
  expect((await fetch(`${url}/schemas`)).status).toBe(200);
});
