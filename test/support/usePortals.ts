import { once } from 'node:events';
import http, { type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach } from '@jest/globals';
import { startPortal, type RunningPortal } from './portal.ts';

/** A provider whose answers a test defines. */
interface Upstream {
  url: string;
  /** Answers its calls; with an empty object by default. */
  answer: RequestListener;
  /** The header of each call so far. */
  traceparents: string[];
}

/** The fixtures of a test file whose tests start portals of their own. */
export interface PortalsInUse {
  /** Each test has a new one. */
  upstream: Upstream;
  /** Starts a portal in front of the upstream; it is stopped after the test. */
  start: (settings?: Record<string, string>) => Promise<RunningPortal>;
}

/** Gives the tests of a file an upstream, and portals in front of it. */
export function usePortals(): PortalsInUse {
  const upstream: Upstream = { url: '', answer: () => undefined, traceparents: [] };
  const portals: RunningPortal[] = [];
  let server: http.Server;

  beforeEach(async () => {
    upstream.answer = (_request, response) => void response.end('{}');
    upstream.traceparents = [];
    server = http.createServer((request, response) => {
      upstream.traceparents.push(String(request.headers.traceparent));
      upstream.answer(request, response);
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    upstream.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });

  afterEach(async () => {
    await Promise.all(portals.splice(0).map((portal) => portal.stop()));
    server.closeAllConnections();
    server.close();
  });

  return {
    upstream,
    start: async (settings) => {
      const portal = await startPortal({ KRATOS_PUBLIC_URL: upstream.url, ...settings });
      portals.push(portal);
      return portal;
    },
  };
}
