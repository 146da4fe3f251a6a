import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { setImmediate as eventLoopTurn, setTimeout as pause } from 'node:timers/promises';
import { type ConnectionLimit, limitConnections } from './limitConnections.ts';
import { requestTooSlow } from './errors.ts';
import { note } from './requestRecord.ts';

const tooSlow = requestTooSlow();

/** Whether a body is being read but is not complete; one that nobody reads waits for the portal or an upstream. */
const awaitsBody = ({ req: request }: ServerResponse): boolean =>
  !request.complete && (request.readableFlowing === true || request.listenerCount('readable') > 0);

/**
 * Ends connections that the browser leaves idle: it stops sending a body, or stops reading an answer. Waiting for an
 * upstream does not count.
 *
 * @param limit how long a connection may be idle, in milliseconds: the server's own `timeout`
 * @returns a listener for a response's `timeout` event; connections without a request are closed by Node itself
 */
const endWhenIdle = (limit: number) =>
  function onTimeout(this: ServerResponse, socket: Socket): void {
    // the timer may be shorter, for connections without a request
    const isFull = socket.timeout === limit;
    if (isFull && socket.writableLength > 0) socket.destroy();
    else if (isFull && awaitsBody(this)) {
      if (this.headersSent) {
        socket.destroy();
        return;
      }
      note(this.req, { problem: tooSlow });
      this.writeHead(tooSlow.status, tooSlow.headers).end(JSON.stringify(tooSlow.toJson(this.req.id)));
    } else socket.setTimeout(limit);
  };

/** Time limits, in milliseconds. */
export interface TimeLimits {
  /** From a connection's start, or a request's first byte, to the end of the headers. */
  headers: number;
  /** To the end of the body. */
  request: number;
  /** Without progress in a body, or in an answer that the browser does not read. */
  idle: number;
  /** Between two requests: longer than the minute of most load balancers, so that they close the connection first. */
  keepAlive: number;
  /** How often the first two are checked. */
  precision: number;
}

/** The portal's own limits, in milliseconds. */
export const timeLimits: TimeLimits = {
  headers: 10_000,
  request: 300_000,
  idle: 30_000,
  keepAlive: 65_000,
  precision: 1_000,
};

/** How long an idle connection stays open once no new connections are accepted, in milliseconds. */
const lingerMs = 500;

/** The most connections that may wait to be accepted: Node's default. */
const longestBacklog = 511;

/** The current load of an HTTP server. */
export interface ServerLoad {
  connections: number;
  requests: number;
}

/**
 * An HTTP server with limits on slow clients and on connections per address, and with a graceful stop. It closes a
 * connection on which a request comes before the answer to the one before has begun (pipelining): no browser sends that.
 *
 * @param connectionLimit how many connections an address may have
 */
export function portalServer(
  handler: RequestListener,
  connectionLimit: ConnectionLimit,
  limits = timeLimits,
) {
  /**
   * The open connections, each with its latest response while that is running. A set of responses would keep most of them
   * until the next full garbage collection: V8 leaves its old tables in the old generation, with everything in them.
   */
  const sockets = new Map<Socket, ServerResponse | undefined>();
  let running = 0;
  const onTimeout = endWhenIdle(limits.idle);
  let stopping = false;

  function forget(this: ServerResponse): void {
    running -= 1;
    const { socket } = this.req;
    if (sockets.get(socket) === this) sockets.set(socket, undefined);
  }

  const server = createServer(
    {
      headersTimeout: limits.headers,
      requestTimeout: limits.request,
      keepAliveTimeout: limits.keepAlive,
      connectionsCheckingInterval: limits.precision,
      // the app refuses a missing Host, and logs it
      requireHostHeader: false,
    },
    (request, response) => {
      const { socket } = request;
      // an answer may still close its file after its last byte
      if (sockets.get(socket)?.headersSent === false) socket.destroy();
      if (socket.destroyed) return;
      running += 1;
      sockets.set(socket, response);
      response.on('close', forget).on('timeout', onTimeout);
      if (stopping) response.shouldKeepAlive = false;
      handler(request, response);
    },
  );
  server.timeout = limits.idle;
  limitConnections(server, connectionLimit);
  let accepted = 0;
  server.on('connection', (socket) => {
    accepted += 1;
    sockets.set(socket, undefined);
    socket.once('close', () => sockets.delete(socket));
  });

  const endKeepAlive = (): void => {
    stopping = true;
    for (const response of sockets.values()) if (response) response.shouldKeepAlive = false;
  };
  /**
   * Accepts the connections that are already queued, one in each turn of the event loop: closing the server would reset them.
   */
  const acceptWaiting = async (): Promise<void> => {
    for (let turn = 0, before = -1; turn < longestBacklog && accepted > before; turn++) {
      before = accepted;
      await eventLoopTurn();
    }
  };
  /** Accepts no more connections; resolves when all are closed, with the number of requests cut off. */
  const close = async (timeoutMs: number): Promise<number> => {
    let cutOff = 0;
    const deadline = setTimeout(() => {
      cutOff = running;
      for (const socket of sockets.keys()) socket.destroy();
    }, timeoutMs);
    // http's own close would drop connections that are idle at that moment
    await new Promise((resolve) => NetServer.prototype.close.call(server, resolve));
    clearTimeout(deadline);
    return cutOff;
  };
  return {
    server,
    /** Returns how many connections are open, and how many requests are running. */
    load: (): ServerLoad => ({ connections: sockets.size, requests: running }),
    /**
     * Stops gracefully: running requests finish. From now on each answer closes its connection (`Connection: close`), and
     * new connections are accepted for a while, so that load balancers notice before a request is lost.
     *
     * @param delayMs how long new connections are still accepted
     * @param timeoutMs how long running requests may take after that
     * @returns how many requests were cut off
     */
    stop: async (delayMs: number, timeoutMs: number): Promise<number> => {
      endKeepAlive();
      await pause(delayMs);
      await acceptWaiting();
      server.keepAliveTimeout = lingerMs;
      // connections with a running request stay open: see endWhenIdle
      for (const socket of sockets.keys()) socket.setTimeout(lingerMs);
      return close(timeoutMs);
    },
  };
}
