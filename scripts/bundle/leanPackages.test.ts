import { once } from 'node:events';
import { createServer, request, type Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { runInThisContext } from 'node:vm';
import { afterEach, beforeAll, expect, test } from '@jest/globals';
import { build } from 'esbuild';
import type express from 'express';
import type undici from 'undici';
import { leanPackages } from './leanPackages.ts';
import { root } from './root.ts';

let bundled: { express: typeof express; undici: typeof undici; packages: string[] };
const servers: Server[] = [];

beforeAll(async () => {
  const { outputFiles, metafile } = await build({
    stdin: {
      contents: `exports.express = require('express'); exports.undici = require('undici');`,
      resolveDir: root,
    },
    bundle: true,
    platform: 'node',
    write: false,
    metafile: true,
    plugins: [leanPackages],
  });
  const exported = {} as Pick<typeof bundled, 'express' | 'undici'>;
  const run = runInThisContext(`(exports, require) => {${outputFiles[0]?.text ?? ''}}`) as (
    exports: object,
    require: NodeJS.Require,
  ) => void;
  run(exported, createRequire(import.meta.url));
  bundled = { ...exported, packages: Object.keys(metafile.inputs) };
});

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

/** The port of a server that listens until the end of the test. */
async function portOf(server: Server): Promise<number> {
  servers.push(server);
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** Posts the parts of a form one after the other, and returns the status and what Express reads. */
async function posted(charset: string, ...parts: Buffer[]): Promise<unknown[]> {
  const app = bundled.express();
  app.use(bundled.express.urlencoded({ extended: false }), ({ body }, response) => {
    response.json(body);
  });
  const port = await portOf(app.listen(0, '127.0.0.1'));
  const headers = { 'Content-Type': `application/x-www-form-urlencoded; charset=${charset}` };
  return new Promise((resolve, reject) => {
    const call = request({ port, host: '127.0.0.1', method: 'POST', headers }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () => resolve([answer.statusCode, Buffer.concat(chunks).toString()]));
    });
    call.on('error', reject);
    for (const part of parts) call.write(part);
    call.end();
  });
}

test('a form is decoded by Node, also where two parts divide a character', async () => {
  const text = Buffer.from('name=Zoë 漢');
  expect(await posted('utf-8', text.subarray(0, 8), text.subarray(8))).toEqual([200, '{"name":"Zoë 漢"}']);
  const latin = Buffer.from('name=Zoë', 'latin1');
  expect(await posted('iso-8859-1', latin)).toEqual([200, '{"name":"Zoë"}']);
});

test('a form in an unknown encoding is refused', async () => {
  expect(await posted('klingon', Buffer.from('name=x'))).toEqual([415, expect.anything()]);
});

test('a pool of connections makes calls, and its timeouts are recognised', async () => {
  const server = createServer(({ url }, response) => {
    if (url === '/') response.end('here');
  });
  const port = await portOf(server.listen(0, '127.0.0.1'));
  const pool = new bundled.undici.Pool(`http://127.0.0.1:${port}`, { headersTimeout: 1 });
  const { body } = await pool.request({ path: '/', method: 'GET', headersTimeout: 0 });
  expect(await body.text()).toBe('here');
  const never = pool.request({ path: '/never', method: 'GET' });
  await expect(never).rejects.toBeInstanceOf(bundled.undici.errors.HeadersTimeoutError);
  await pool.destroy();
});

test('the bundle has neither the tables of encodings nor fetch and WebSocket', () => {
  for (const unused of ['iconv-lite/encodings', 'undici/lib/web/fetch/index', 'undici/lib/web/websocket/'])
    expect(bundled.packages.filter((file) => file.includes(unused))).toEqual([]);
});
