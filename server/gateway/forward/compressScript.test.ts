import { createHash } from 'node:crypto';
import http, { type IncomingMessage, type RequestListener } from 'node:http';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { expect, test } from '@jest/globals';
import {
  deadUrl,
  fakeUpstream,
  gatewayHarness,
  type GatewayHarness,
  rawUpstream,
} from '../../../test/support/selfClosingGateway.ts';

const script = Buffer.from('window.oryPasskeyLogin = () => navigator.credentials.get();\n'.repeat(200));
const integrityOf = (bytes: Buffer): string =>
  `sha512-${createHash('sha512').update(bytes).digest('base64')}`;
const named = (hash: string): string => `/.well-known/ory/webauthn.js?integrity=${encodeURIComponent(hash)}`;

const sends =
  (bytes: Buffer, headers: Record<string, string> = {}): RequestListener =>
  (_request, response) =>
    response
      .writeHead(200, {
        'Content-Type': 'text/javascript; charset=UTF-8',
        'Content-Length': bytes.length,
        ...headers,
      })
      .end(bytes);

interface Answer {
  status: number | undefined;
  headers: IncomingMessage['headers'];
  body: Buffer;
}

/** Asks with Node's own client, because `fetch` decodes bodies. */
const ask = (url: string, encodings?: string): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const headers = encodings === undefined ? {} : { 'Accept-Encoding': encodings };
    http
      .request(url, { headers }, (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('error', reject);
        answer.on('end', () =>
          resolve({ status: answer.statusCode, headers: answer.headers, body: Buffer.concat(chunks) }),
        );
      })
      .on('error', reject)
      .end();
  });

const start = async (answer: RequestListener): Promise<GatewayHarness> =>
  gatewayHarness({ kratosPublic: (await fakeUpstream(answer)).url });

test.each([['gzip, deflate, br, zstd'], ['gzip'], ['br;q=0, gzip']])(
  'the script that its URL names by hash is compressed for a browser that takes %s',
  async (takes) => {
    const { url } = await start(
      sends(script, { ETag: '"a"', 'Cache-Control': 'no-store', 'Set-Cookie': 'csrf_token_1=a; Path=/' }),
    );
    const visit = (): Promise<Answer> => ask(url + named(integrityOf(script)), takes);
    for (const { status, headers, body } of [await visit(), await visit()]) {
      expect([status, headers]).toMatchObject([
        200,
        {
          'content-encoding': 'gzip',
          'content-length': String(body.length),
          'content-type': 'text/javascript; charset=UTF-8',
          'cache-control': 'private, max-age=3600',
          vary: 'Accept-Encoding',
        },
      ]);
      expect(Object.keys(headers).filter((name) => name === 'etag' || name === 'set-cookie')).toEqual([]);
      expect(body.length).toBeLessThan(script.length / 10);
      expect(await promisify(gunzip)(body)).toEqual(script);
    }
  },
);

test.each([
  ['by a browser that takes no coding', named(integrityOf(script)), undefined],
  ['by a browser that takes only others', named(integrityOf(script)), 'zstd, br, gzip;q=0'],
  ['without a hash', '/.well-known/ory/webauthn.js', 'gzip'],
  ['with the hash of something else', named(integrityOf(Buffer.from('x'))), 'gzip'],
  [
    'with a hash of an algorithm that the provider does not use',
    named(`sha256-${createHash('sha256').update(script).digest('base64')}`),
    'gzip',
  ],
])('a script that is asked for %s is sent as it is', async (_how, path, takes) => {
  const { url } = await start(sends(script));
  const { status, headers, body } = await ask(url + path, takes);
  expect([status, headers['content-encoding']]).toEqual([200, undefined]);
  expect(body).toEqual(script);
});

test('after an upgrade of the provider, no earlier script is sent, whatever hash the URL names', async () => {
  const newer = Buffer.from('window.oryPasskeyLogin = undefined;\n'.repeat(200));
  let current = script;
  const { url } = await start((request, response) => sends(current)(request, response));
  await ask(url + named(integrityOf(script)), 'gzip');
  current = newer;
  const { body: other, headers } = await ask(url + named(integrityOf(script)), 'gzip');
  expect(other).toEqual(newer);
  // no browser may keep what it does not run
  expect(headers['cache-control']).toBe('no-store');
  const { body } = await ask(url + named(integrityOf(newer)), 'gzip');
  expect(await promisify(gunzip)(body)).toEqual(newer);
});

test('a script is not sent from memory when the provider fails, and neither is its error compressed', async () => {
  let status = 200;
  const { url } = await start((_request, response) => response.writeHead(status).end(script));
  await ask(url + named(integrityOf(script)), 'gzip');
  for (status of [404, 503]) {
    const { headers, body, ...answer } = await ask(url + named(integrityOf(script)), 'gzip');
    expect([answer.status, headers['cache-control'], headers['content-encoding']]).toEqual([
      status,
      'no-store',
      undefined,
    ]);
    expect(body).toEqual(script);
  }
});

test.each([
  ['is unreachable', deadUrl, 'upstream_unreachable'],
  [
    'cuts the script short',
    async () =>
      (
        await rawUpstream((socket) =>
          socket.end('HTTP/1.1 200 OK\r\nContent-Length: 9999\r\n\r\nwindow.oryPasskeyLogin'),
        )
      ).url,
    'upstream_reset',
  ],
])('a provider that %s is answered with 502 and logged', async (_what, upstream, id) => {
  const { url, firstLogged } = await gatewayHarness({ kratosPublic: await upstream() });
  const { status, headers, body } = await ask(url + named(integrityOf(script)), 'gzip');
  expect([status, headers['cache-control'], JSON.parse(body.toString())]).toMatchObject([
    502,
    'no-store',
    { error: { id } },
  ]);
  expect(await firstLogged).toMatchObject({ operation: 'getWebAuthnJavaScript' });
});
