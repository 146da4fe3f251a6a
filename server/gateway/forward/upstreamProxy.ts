import http, { type ClientRequest, type IncomingMessage } from 'node:http';
import https from 'node:https';
import type net from 'node:net';
import type { Response } from 'express';
import { createProxyMiddleware, type Plugin } from 'http-proxy-middleware';
import { bodyTooLarge } from '../../http/errors.ts';
import { upstreamBusy, upstreamFailure, UpstreamTimeout } from '../../upstreams/upstreamErrors.ts';
import { upstreamReset } from '../../../shared/flow/errorId.ts';
import { note } from '../../http/requestRecord.ts';
import type { Exchange, GatewayRequest } from './exchange.ts';
import { isRedirect } from '../redirects.ts';
import { allowHydraPage, deviceRefusal } from './hydraPages.ts';
import { type AnswerHead, responseHeaders } from './responseHeaders.ts';
import { readWhole, type WholeAnswer } from './wholeAnswer.ts';
import {
  aborted,
  createStartCall,
  isAnswerStatus,
  type ObserveOwnCall,
} from '../../upstreams/upstreamCall.ts';

/** Creates the error for an answer that Node's parser accepts but HTTP does not allow. */
const notHttp = (message: string): Error => Object.assign(new Error(message), { code: 'HPE_NOT_HTTP' });

/** Ends a call whose upstream switches to another protocol, which nobody requested. Handles `upgrade` events. */
function refuseUpgrade(this: ClientRequest, _answer: IncomingMessage, socket: { destroy: () => void }): void {
  socket.destroy();
  this.emit('error', notHttp('unrequested upgrade'));
}

/** An upstream's address and limits. */
export interface UpstreamProxyOptions {
  /** The upstream's URL; its path, if any, is prepended to each call's own. */
  target: string;
  /** How long the upstream may stay silent, in milliseconds; 0 means no limit. */
  timeoutMs: number;
  /** The largest request body, in bytes. */
  bodyLimitBytes: number;
  /** Gets each call that has been sent: its outcome, how long it took, and its trace. */
  observe?: ObserveOwnCall | undefined;
}

/** Concurrent calls to each upstream; more are refused. Twice what one client address may have. */
const maxCalls = 1024;
/** Idle connections kept per upstream. */
const maxIdleConnections = 256;
/** How long an idle connection is kept, in milliseconds: shorter than most servers do, so that they do not close it first. */
const maxIdleMs = 50_000;

/** Whether a call may be retried: a GET without a body, once, on a kept connection that may have just been closed. */
const mayRetry = ({ method, headers, exchange }: GatewayRequest): boolean =>
  method === 'GET' &&
  exchange?.retried === false &&
  exchange.upstreamRequest?.reusedSocket === true &&
  headers['transfer-encoding'] === undefined &&
  Number(headers['content-length'] ?? 0) === 0;

/** Whether the upstream is silent only because the browser is slow to send or read. */
const waitsForBrowser = (request: GatewayRequest, response: Response, call: ClientRequest): boolean =>
  response.writableNeedDrain || (!request.complete && !call.writableNeedDrain);

/** Aborts the call when a chunked body grows over the limit. */
function limitBody(request: GatewayRequest, call: ClientRequest, bytes: number): void {
  let received = 0;
  request.on('data', (chunk: Buffer) => {
    received += chunk.length;
    if (received > bytes && !call.destroyed) call.destroy(bodyTooLarge(bytes));
  });
}

/** Returns the headers that the browser gets, the upstream's and the portal's own, as a flat list. */
function headersOf(answer: AnswerHead & { body?: Buffer }, exchange: Exchange, response: Response): string[] {
  const headers = responseHeaders(answer, exchange.operation, exchange.secure);
  allowHydraPage(answer, response, exchange.operation);
  const redirect = isRedirect(answer) ? exchange.rewriteRedirect?.(answer) : undefined;
  if (redirect)
    headers[headers.findIndex((name, at) => at % 2 === 0 && /^location$/i.test(name)) + 1] =
      redirect.location;
  for (const cookie of [redirect?.setCookie, ...exchange.answerCookies.map((cookieFor) => cookieFor(answer))])
    if (cookie) headers.push('Set-Cookie', cookie);
  // a list passed to writeHead replaces cookies that are already set
  for (const cookie of [response.getHeader('Set-Cookie') ?? []].flat())
    headers.unshift('Set-Cookie', String(cookie));
  return headers;
}

/** Sends an answer that was read whole. */
function sendWhole(answer: WholeAnswer, exchange: Exchange, response: Response): void {
  if (response.headersSent || response.destroyed) return;
  const { statusCode, body } = answer;
  const headers = headersOf(answer, exchange, response);
  if (statusCode !== 204 && statusCode !== 304) headers.push('Content-Length', String(body.length));
  response.writeHead(statusCode, headers);
  response.end(body);
}

/** Sends an answer's head, then streams its body. */
function relay(answer: IncomingMessage, request: GatewayRequest, response: Response): void {
  const { exchange } = request;
  if (!exchange || response.headersSent) return;
  const status = answer.statusCode ?? 0;
  exchange.upstreamCall?.end?.(status);
  if (!isAnswerStatus(status)) {
    answer.destroy();
    exchange.upstreamRequest?.emit('error', notHttp('invalid status'));
    return;
  }
  // runs before the proxy's own listener, which would close the browser's connection
  answer.once('error', (cause) => exchange.upstreamRequest?.emit('error', cause));
  const refusal = deviceRefusal(answer, exchange.operation, request.headers.accept);
  if (refusal) {
    answer.resume();
    exchange.fail(refusal);
    return;
  }
  if (exchange.beforeSending) {
    readWhole(answer)
      .then(exchange.beforeSending)
      .then((whole) => sendWhole(whole, exchange, response))
      .catch((cause: unknown) => answer.errored ?? exchange.upstreamRequest?.emit('error', cause));
    return;
  }
  exchange.settle(answer);
  response.writeHead(status, headersOf(answer, exchange, response));
  if (answer.headers['content-type']?.startsWith('text/event-stream')) response.flushHeaders();
  answer.pipe(response);
}

/** Ends a call that failed before its answer began; called by the proxy's own listeners, to add none to each request. */
const endFailed = (cause: unknown, { exchange }: GatewayRequest, response: Response): void =>
  exchange?.upstreamCall?.end?.(response.destroyed ? aborted : upstreamFailure(cause).id);

/** Parses a URL once: given a string, the proxy would parse it on every request. */
function targetOf(url: string): {
  protocol: string;
  host: string;
  hostname: string;
  port: string;
  pathname: string;
} {
  const { protocol, host, hostname, port, pathname } = new URL(url);
  // an IPv6 address has brackets in a URL, but not when connecting
  return { protocol, host, hostname: hostname.replace(/^\[|\]$/g, ''), port, pathname };
}

/**
 * Creates a proxy for one upstream: http-proxy-middleware on a keep-alive pool. Bodies stream both ways, redirects are
 * not followed, and when one side disconnects, the other is aborted.
 */
export function upstreamProxy(options: UpstreamProxyOptions) {
  const { target, timeoutMs, bodyLimitBytes, observe } = options;
  const startCall = createStartCall(target, observe);
  const agent = new (target.startsWith('https:') ? https : http).Agent({
    keepAlive: true,
    maxSockets: maxCalls,
    maxFreeSockets: maxIdleConnections,
    timeout: maxIdleMs,
  });

  /** Node's own timer of a call (`setTimeout`) fires once: behind a slow browser, a silent upstream would never be noticed. */
  const endIfSilent = (
    call: ClientRequest,
    socket: net.Socket,
    request: GatewayRequest,
    response: Response,
  ): void => {
    const onSilence = (): void => {
      if (waitsForBrowser(request, response, call)) socket.setTimeout(timeoutMs);
      else call.destroy(new UpstreamTimeout(timeoutMs));
    };
    socket.setTimeout(timeoutMs).on('timeout', onSilence);
    call.once('close', () => socket.off('timeout', onSilence));
  };

  const prepare = (call: ClientRequest, request: GatewayRequest, response: Response): void => {
    const { exchange } = request;
    if (exchange) exchange.upstreamRequest = call;
    call.once('upgrade', refuseUpgrade);
    if (timeoutMs > 0 && exchange?.operation.long !== true) {
      if (call.socket) endIfSilent(call, call.socket, request, response);
      else call.once('socket', (socket) => endIfSilent(call, socket, request, response));
    }
    if (request.headers['transfer-encoding'] !== undefined) limitBody(request, call, bodyLimitBytes);
  };

  const onError = (cause: unknown, request: GatewayRequest, response: Response): void => {
    endFailed(cause, request, response);
    const { exchange } = request;
    if (!exchange || response.writableFinished || response.destroyed) return;
    const error = upstreamFailure(cause);
    if (error.id === upstreamReset && !response.headersSent && mayRetry(request)) {
      exchange.retried = true;
      // a server that stops closes all that it keeps: the retry needs a new connection
      for (const socket of Object.values(agent.freeSockets).flat()) socket?.destroy();
      forward(request, response);
      return;
    }
    note(request, { failure: { error, ms: performance.now() - exchange.started } });
    if (response.headersSent) response.destroy();
    else exchange.fail(error);
  };

  const events: Plugin<GatewayRequest, Response> = (server) => {
    server.on('proxyReq', prepare);
    server.on('proxyRes', relay);
    // the browser has gone
    server.on('econnreset', endFailed);
    server.on('error', (cause, request, response) => {
      if (request && response && 'writeHead' in response) onError(cause, request, response);
    });
  };
  const proxy = createProxyMiddleware<GatewayRequest, Response>({
    target: targetOf(target),
    agent,
    changeOrigin: true,
    selfHandleResponse: true,
    ejectPlugins: true,
    plugins: [events],
  });
  const openCalls = (): number => Object.values(agent.sockets)[0]?.length ?? 0;
  /** Forwards a request whose headers have already been replaced, and sends the answer back. */
  const forward = (request: GatewayRequest, response: Response): void => {
    const { exchange, method, url: path, trace } = request;
    if (openCalls() >= maxCalls) {
      onError(upstreamBusy(), request, response);
      return;
    }
    const call = startCall({ method, path }, trace);
    if (exchange) exchange.upstreamCall = call;
    request.headers.traceparent = call.traceparent;
    void proxy(request, response, (error) => error && onError(error, request, response));
  };
  return {
    forward,
    /** Closes the idle connections. */
    close: (): void => agent.destroy(),
  };
}

/** A proxy for one upstream. */
export type UpstreamProxy = ReturnType<typeof upstreamProxy>;
