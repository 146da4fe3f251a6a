import { hash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { get, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, expect, test } from '@jest/globals';
import { breachedSuffixes } from './breachedSuffixes.ts';
import { selfSigned } from './certificate.ts';
import { passwordService } from './passwordService.ts';

const keys = await selfSigned('127.0.0.1');
const digest = hash('sha1', 'password').toUpperCase();
const [prefix, suffix] = [digest.slice(0, 5), digest.slice(5)];
const closing: { close(): unknown; closeAllConnections(): void }[] = [];

afterEach(() => {
  for (const server of closing.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
});

async function portOf(server: Server | ReturnType<typeof createServer>): Promise<number> {
  closing.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

async function answerTo(
  path: string,
  breached?: (prefix: string) => Promise<string[]>,
  method = 'GET',
): Promise<{ status: number | undefined; body: string }> {
  const port = await portOf(passwordService(keys, breached));
  const request = get({ host: '127.0.0.1', port, path, method, ca: keys.cert, agent: false });
  const [response] = (await once(request, 'response')) as [import('node:http').IncomingMessage];
  return { status: response.statusCode, body: await text(response) };
}

/** Starts a range API that answers with a status and lines; 0 never answers. @param asked collects the requests */
async function rangeApi(status: number, lines: string, asked: string[] = []): Promise<string> {
  const server = createServer((request, response) => {
    asked.push(`${request.url} ${String(request.headers['add-padding'])}`);
    if (status > 0) response.writeHead(status).end(lines);
  });
  return `http://127.0.0.1:${await portOf(server)}`;
}

test('the answer to a prefix has the suffixes of common passwords, each with a count of 1', async () => {
  const { status, body } = await answerTo(`/range/${prefix}`);
  expect(status).toBe(200);
  expect(body.split('\r\n')).toContain(`${suffix}:1`);
  expect(await answerTo(`/range/${prefix.toLowerCase()}`)).toEqual({ status, body });
});

test.each([
  ['/range/0000', 'GET'],
  ['/range/000000', 'GET'],
  ['/range/0000G', 'GET'],
  ['/range/00000?x', 'GET'],
  ['/', 'GET'],
  ['/range/00000', 'POST'],
])('%s by %s is not found', async (path, method) => {
  expect((await answerTo(path, undefined, method)).status).toBe(404);
});

test('breached passwords are refused, too, without padding, and the list learns only five digits', async () => {
  const asked: string[] = [];
  const [breached, padding] = ['A'.repeat(35), 'B'.repeat(35)];
  const origin = await rangeApi(200, `${breached}:1,204\r\n${padding}:0\r\n${suffix}:7`, asked);
  const { body } = await answerTo(
    `/range/${prefix}`,
    breachedSuffixes(origin, () => undefined),
  );
  expect(body.split('\r\n')).toEqual(expect.arrayContaining([`${breached}:1`, `${suffix}:1`]));
  expect(body.match(new RegExp(suffix, 'g'))).toHaveLength(1);
  expect(body).not.toContain(padding);
  expect(asked).toEqual([`/range/${prefix} true`]);
});

test.each([
  ['fails', 500, 'status 500'],
  ['does not answer', 0, 'aborted due to timeout'],
])(
  'if the list %s, common passwords are refused within a second, and it is not asked again',
  async (_what, status, reason) => {
    const asked: string[] = [];
    const reasons: string[] = [];
    const breached = breachedSuffixes(await rangeApi(status, '', asked), (why) => reasons.push(why));
    const start = performance.now();
    for (let time = 1; time <= 3; time++)
      expect((await answerTo(`/range/${prefix}`, breached)).body).toContain(`${suffix}:1`);
    expect(performance.now() - start).toBeLessThan(3000);
    expect(asked).toHaveLength(1);
    expect(reasons).toEqual([expect.stringContaining(reason)]);
    expect(reasons.join()).not.toContain(prefix);
  },
);
