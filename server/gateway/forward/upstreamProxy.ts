import http, { type ClientRequest, type IncomingMessage } from 'node:http';
import https from 'node:https';
import { createProxyMiddleware, type Plugin } from 'http-proxy-middleware';
import { bodyTooLarge, upstreamBusy } from '../../http/errors.ts';
import type { PortalError } from '../../http/PortalError.ts';
import type { GatewayRequest, GatewayResponse } from './exchange.ts';
import { responseHeaders } from './responseHeaders.ts';
import { upstreamFailure, UpstreamTimeout } from '../../provider/upstreamFailure.ts';

export interface UpstreamProxyOptions {
  /** The upstream's URL; a path in it is put before each call's own. */
  target: string;
  /** How long the upstream may say nothing, in milliseconds; 0 waits for ever. */
  timeoutMs: number;
  /** The most bytes of a request's body. */
  bodyLimitBytes: number;
  /** Told of each failure, once. */
  failed: (request: GatewayRequest, error: PortalError) => void;
}

/** The way to one upstream. */
export interface UpstreamProxy {
  /** Sends a request whose headers are the upstream's already, and the answer back. */
  forward: (request: GatewayRequest, response: GatewayResponse) => void;
  /** Closes the connections that are kept open. */
  close: () => void;
}

/** Calls that each upstream gets at a time; more are refused. Twice what one address may have under way. */
const mostCalls = 1024;
/** Idle connections that are kept for each upstream. */
const mostIdleConnections = 256;
/** How long an idle one is kept, in milliseconds: shorter than servers and load balancers usually do, so they close none first. */
const longestIdleMs = 50_000;

/** A call may be made again where its connection, kept from an earlier call, was closed before it was sent. */
const mayRetry = ({ method, headers, exchange }: GatewayRequest): boolean =>
  method === 'GET' &&
  exchange?.retried === false &&
  exchange.upstreamRequest?.reusedSocket === true &&
  headers['transfer-encoding'] === undefined &&
  Number(headers['content-length'] ?? 0) === 0;

/** Where the browser itself is slow to send or to read, the upstream's silence is no fault of its own. */
const waitsForBrowser = (request: GatewayRequest, response: GatewayResponse, call: ClientRequest): boolean =>
  response.writableNeedDrain || (!request.complete && !call.writableNeedDrain);

/** An answer that Node's parser accepts and HTTP does not. */
const notHttp = (what: string): Error => Object.assign(new Error(what), { code: 'HPE_NOT_HTTP' });

function refuseUpgrade(this: ClientRequest, _answer: IncomingMessage, socket: { destroy: () => void }): void {
  socket.destroy();
  this.emit('error', notHttp('upgrade that nobody asked for'));
}

/** Ends a chunked body that grows over the limit. */
function limitBody(request: GatewayRequest, call: ClientRequest, bytes: number): void {
  let received = 0;
  request.on('data', (chunk: Buffer) => {
    received += chunk.length;
    if (received > bytes && !call.destroyed) call.destroy(bodyTooLarge(bytes));
  });
}

/** Sends the head of an answer, then its body as it comes. */
function relay(answer: IncomingMessage, request: GatewayRequest, response: GatewayResponse): void {
  const { exchange } = request;
  if (!exchange || response.headersSent) return;
  const status = answer.statusCode ?? 0;
  if (status < 200 || status > 599) {
    answer.destroy();
    exchange.upstreamRequest?.emit('error', notHttp('invalid status'));
    return;
  }
  // ahead of the proxy's own listener, which ends the browser's connection
  answer.once('error', (cause) => exchange.upstreamRequest?.emit('error', cause));
  exchange.answered?.(answer);
  const headers = responseHeaders(answer, exchange.operation);
  const way = status === 302 || status === 303 ? exchange.rewriteRedirect?.(answer) : undefined;
  if (way)
    headers[headers.findIndex((name, at) => at % 2 === 0 && /^location$/i.test(name)) + 1] = way.location;
  if (way?.setCookie) headers.push('Set-Cookie', way.setCookie);
  // a list with the head would take the place of what is set already
  for (const cookie of [response.getHeader('Set-Cookie') ?? []].flat())
    headers.unshift('Set-Cookie', String(cookie));
  response.writeHead(status, headers);
  if (answer.headers['content-type']?.startsWith('text/event-stream')) response.flushHeaders();
  answer.pipe(response);
}

/** A URL's parts, taken once: the proxy would parse a text anew with each request. */
function targetOf(url: string): {
  protocol: string;
  host: string;
  hostname: string;
  port: string;
  pathname: string;
} {
  const { protocol, host, hostname, port, pathname } = new URL(url);
  // an IPv6 address has brackets in a URL, and none where it is connected to
  return { protocol, host, hostname: hostname.replace(/^\[|\]$/g, ''), port, pathname };
}

/**
 * Makes the way to one upstream: http-proxy-middleware on a pool of kept connections. Bodies stream both ways, no
 * redirect is followed, and either side that goes away takes the other with it.
 */
export function upstreamProxy(options: UpstreamProxyOptions): UpstreamProxy {
  const { target, timeoutMs, bodyLimitBytes, failed } = options;
  const agent = new (target.startsWith('https:') ? https : http).Agent({
    keepAlive: true,
    maxSockets: mostCalls,
    maxFreeSockets: mostIdleConnections,
    timeout: longestIdleMs,
  });

  const prepare = (call: ClientRequest, request: GatewayRequest, response: GatewayResponse): void => {
    if (request.exchange) request.exchange.upstreamRequest = call;
    call.once('upgrade', refuseUpgrade);
    if (timeoutMs > 0 && request.exchange?.operation.long !== true) {
      call.setTimeout(timeoutMs, () => {
        if (!waitsForBrowser(request, response, call)) call.destroy(new UpstreamTimeout(timeoutMs));
      });
      // the call's own timer starts once the connection stands
      if (call.socket?.connecting) call.socket.setTimeout(timeoutMs);
    }
    if (request.headers['transfer-encoding'] !== undefined) limitBody(request, call, bodyLimitBytes);
  };

  const onError = (cause: unknown, request: GatewayRequest, response: GatewayResponse): void => {
    const { exchange } = request;
    if (!exchange || response.writableFinished || response.destroyed) return;
    const error = upstreamFailure(cause);
    if (error.id === 'upstream_reset' && !response.headersSent && mayRetry(request)) {
      exchange.retried = true;
      forward(request, response);
      return;
    }
    failed(request, error);
    if (response.headersSent) response.destroy();
    else exchange.fail(error);
  };

  const events: Plugin<GatewayRequest, GatewayResponse> = (server) => {
    server.on('proxyReq', prepare);
    server.on('proxyRes', relay);
    server.on('error', (cause, request, response) => {
      if (request && response && 'writeHead' in response) onError(cause, request, response);
    });
  };
  const proxy = createProxyMiddleware<GatewayRequest, GatewayResponse>({
    target: targetOf(target),
    agent,
    changeOrigin: true,
    selfHandleResponse: true,
    ejectPlugins: true,
    plugins: [events],
  });
  // the agent has one upstream, so one list of connections
  const callsUnderWay = (): number => Object.values(agent.sockets)[0]?.length ?? 0;
  const forward = (request: GatewayRequest, response: GatewayResponse): void => {
    if (callsUnderWay() >= mostCalls) onError(upstreamBusy(), request, response);
    else void proxy(request, response, (error) => error && onError(error, request, response));
  };
  return { forward, close: () => agent.destroy() };
}
