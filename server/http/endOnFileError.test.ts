import { once } from 'node:events';
import { renameSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { expect, test } from '@jest/globals';
import { newDirectory } from '../../test/support/newDirectory.ts';
import express from 'express';
import sirv from 'sirv';
import request from 'supertest';
import { endOnFileError } from './endOnFileError.ts';

const directory = newDirectory();

test('a file that can no longer be opened ends only its own request', async () => {
  for (const name of ['gone.js', 'there.js']) writeFileSync(path.join(directory, name), name);
  const app = express().use(endOnFileError, sirv(directory));
  const server = app.listen(0);
  renameSync(path.join(directory, 'gone.js'), path.join(directory, 'gone'));
  await expect(request(server).get('/gone.js')).rejects.toThrow();
  expect((await request(server).get('/there.js').expect(200)).text).toBe('there.js');
  server.close();
});

test('a file that a browser no longer reads is closed', async () => {
  writeFileSync(path.join(directory, 'large.js'), Buffer.alloc(16 * 1024 * 1024));
  const piped = Promise.withResolvers<Readable>();
  const app = express().use(
    (_request, response, next) => {
      response.once('pipe', piped.resolve);
      next();
    },
    endOnFileError,
    sirv(directory),
  );
  const server = app.listen(0);
  const browser = http.get({ port: (server.address() as AddressInfo).port, path: '/large.js' });
  await once(
    browser.on('error', () => undefined),
    'response',
  );
  const closed = once(await piped.promise, 'close');
  browser.destroy();
  await closed;
  server.close();
});
