import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { endWhenIdle } from './idle.ts';
import { limitPerAddress, type PerAddressOptions } from './perAddress.ts';

/** How long things may take, in milliseconds. */
export interface TimeLimits {
  /** From a request's first byte, or from a connection's start, to the end of its headers. */
  headers: number;
  /** To the end of its body. */
  request: number;
  /** Between two parts of a body, or of an answer that the browser does not read. */
  idle: number;
  /** Between two requests. Load balancers mostly keep a connection for a minute; they, not we, should be first to close it. */
  keepAlive: number;
  /** How exact the first two are. */
  precision: number;
}

export const timeLimits: TimeLimits = {
  headers: 10_000,
  request: 300_000,
  idle: 30_000,
  keepAlive: 65_000,
  precision: 1_000,
};

/** How long a connection waits for one more request once no new ones are taken, in milliseconds. */
const lingerMs = 500;

export interface PortalServer {
  server: Server;
  /**
   * Lets every running request finish. Each answer from now on ends its connection and says so, and for a while new
   * connections are taken as well, so that whoever sends requests learns of it before one is lost.
   *
   * @param delayMs how long new connections are still taken
   * @param timeoutMs how long running requests may take after that
   * @returns how many were cut off then
   */
  stop: (delayMs: number, timeoutMs: number) => Promise<number>;
}

/**
 * An HTTP server that nobody can hold up by being slow or by coming in crowds, and that loses no request when it stops.
 *
 * @param handler answers the requests
 * @param perAddress how many connections an address may have
 * @param limits how long things may take
 */
export function portalServer(
  handler: RequestListener,
  perAddress: PerAddressOptions,
  limits = timeLimits,
): PortalServer {
  const sockets = new Set<Socket>();
  const running = new Set<ServerResponse>();
  const onTimeout = endWhenIdle(limits.idle);
  let stopping = false;

  function forget(this: ServerResponse): void {
    running.delete(this);
  }

  const server = createServer(
    {
      headersTimeout: limits.headers,
      requestTimeout: limits.request,
      keepAliveTimeout: limits.keepAlive,
      connectionsCheckingInterval: limits.precision,
      // a missing Host is refused by the app, which logs it
      requireHostHeader: false,
    },
    (request, response) => {
      running.add(response);
      response.on('close', forget).on('timeout', onTimeout);
      if (stopping) response.shouldKeepAlive = false;
      handler(request, response);
    },
  );
  server.timeout = limits.idle;
  limitPerAddress(server, perAddress);
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });

  const stop: PortalServer['stop'] = async (delayMs, timeoutMs) => {
    stopping = true;
    for (const response of running) response.shouldKeepAlive = false;
    await pause(delayMs);
    server.keepAliveTimeout = lingerMs;
    // those with a request stay: see endWhenIdle
    for (const socket of sockets) socket.setTimeout(lingerMs);
    let cut = 0;
    const deadline = setTimeout(() => {
      cut = running.size;
      for (const socket of sockets) socket.destroy();
    }, timeoutMs);
    // not http's own close, which cuts connections that are idle just now
    await new Promise((resolve) => NetServer.prototype.close.call(server, resolve));
    clearTimeout(deadline);
    return cut;
  };
  return { server, stop };
}
