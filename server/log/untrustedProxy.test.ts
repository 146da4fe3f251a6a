import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { expect, test } from '@jest/globals';
import express from 'express';
import type { Logger } from 'pino';
import { warnOfUntrustedProxy } from './untrustedProxy.ts';

test.each([
  ['says once that a proxy is not named', false, [1, 1]],
  ['says nothing of one that is', true, [0, 0]],
])('%s', async (_what, isProxy, counts) => {
  const lines: string[] = [];
  const log = { warn: (line: string) => lines.push(line) } as unknown as Logger;
  const app = express().use(
    warnOfUntrustedProxy(log, () => isProxy),
    (_request, response) => void response.end(),
  );
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await fetch(url);
  expect(lines).toEqual([]);
  for (const count of counts) {
    await fetch(url, { headers: { 'x-forwarded-for': '192.0.2.7' } });
    expect(lines).toHaveLength(count);
  }
  server.closeAllConnections();
  server.close();
});
