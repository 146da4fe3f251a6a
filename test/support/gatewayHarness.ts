import http, { type IncomingHttpHeaders, type RequestListener, type Server } from 'node:http';
import net, { type AddressInfo, type Socket } from 'node:net';
import express, { type ErrorRequestHandler } from 'express';
import type { Upstream } from '../../server/operations/operation.ts';
import { csrfViolation } from '../../server/http/errors.ts';
import { PortalError } from '../../server/http/PortalError.ts';
import { recordRequests } from '../../server/http/requestRecord.ts';
import { adminPolicy } from '../../server/admin/adminPolicy.ts';
import { auditLog } from '../../server/admin/audit.ts';
import { failureLog } from '../../server/gateway/failureLog.ts';
import { createPageSteps } from '../../server/forms/pageSteps.ts';
import type { FormOptions } from '../../server/forms/visit.ts';
import { gateway, type GatewayOptions } from '../../server/gateway/gateway.ts';
import { sendError } from '../../server/http/sendError.ts';
import { dropDoubledCookies } from '../../server/security/cookies/dropDoubledCookies.ts';
import { providerCookies } from '../../server/security/cookies/providerCookies.ts';
import { noStore } from '../../server/security/request/caching.ts';
import { pathHygiene } from '../../server/security/request/pathHygiene.ts';
import { requirePathParameters } from '../../server/security/request/requireParts.ts';
import {
  createAwaitedCode,
  createFlowAddress,
  createConsentAccount,
  createNotMe,
  createFormerAccount,
  createLastAddress,
  createLastingMessages,
  createTypedFieldsCookie,
} from '../../server/security/cookies/pageCookies.ts';
import { createSignUpCookie } from '../../server/security/cookies/signUpCookie.ts';

/** A request as an upstream received it. */
export interface Received {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface FakeUpstream {
  url: string;
  port: number;
  /** The requests received so far. */
  received: Received[];
  /** Open connections. */
  connections: () => Promise<number>;
  server: Server;
}

const closers: (() => void)[] = [];

/** Closes everything that the harnesses of a test have opened; for `afterEach`. */
export function closeHarness(): void {
  for (const close of closers.splice(0)) close();
}

const listening = (server: net.Server): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });

/**
 * An upstream that records its requests.
 *
 * @param answer answers a request once its body has arrived; `{}` as JSON by default
 */
export async function fakeUpstream(answer?: RequestListener): Promise<FakeUpstream> {
  const received: Received[] = [];
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      received.push({ method, url, headers, body: Buffer.concat(chunks).toString() });
      if (answer) answer(request, response);
      else response.setHeader('Content-Type', 'application/json').end('{}');
    });
  });
  const port = await listening(server);
  closers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const connections = (): Promise<number> =>
    new Promise((resolve) => server.getConnections((_error, count) => resolve(count)));
  return { url: `http://127.0.0.1:${port}`, port, received, connections, server };
}

/**
 * An upstream on raw sockets, for malformed answers.
 *
 * @param converse called for each connection with its first bytes
 */
export async function rawUpstream(
  converse: (socket: Socket, first: string) => void,
): Promise<{ url: string }> {
  const sockets = new Set<Socket>();
  const server = net.createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
    socket.once('data', (bytes) => converse(socket, bytes.toString('latin1')));
  });
  const port = await listening(server);
  closers.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { url: `http://127.0.0.1:${port}` };
}

/** Returns a URL at which nothing listens. */
export async function deadUrl(): Promise<string> {
  const server = net.createServer();
  const port = await listening(server);
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${port}`;
}

export interface GatewayHarness {
  url: string;
  port: number;
  /** The log lines about calls that failed at their upstream. */
  logged: Record<string, unknown>[];
  /** The first of them, once it is written: the client may notice a broken connection before that. */
  firstLogged: Promise<Record<string, unknown>>;
  /** Its audit lines. */
  audited: Record<string, unknown>[];
  server: Server;
}

const errorPage: ErrorRequestHandler = (error: unknown, request, response, next) => {
  if (response.headersSent || !(error instanceof PortalError)) {
    next(error);
    return;
  }
  if ((request.headers.accept ?? '').includes('text/html'))
    response.status(error.status).type('html').send(`<h1>${error.id}</h1>`);
  else sendError(error, request, response);
};

/** The session of a user who is not an admin. */
const plainSession = {
  active: true,
  authenticator_assurance_level: 'aal2',
  identity: { id: 'somebody' },
} as const;

/**
 * The gateway on its own port, behind the portal's request checks and with an error page like the portal's.
 *
 * @param upstreams the URL of each upstream
 * @param options overrides; by default there are no admins and no timeouts, and the CSRF check wants `X-CSRF-Token: good`
 */
export async function gatewayHarness(
  upstreams: Partial<Record<Upstream, string>>,
  options: Partial<GatewayOptions & FormOptions> = {},
): Promise<GatewayHarness> {
  const logged: Record<string, unknown>[] = [];
  const { promise: firstLogged, resolve: logFirst } = Promise.withResolvers<Record<string, unknown>>();
  const audited: Record<string, unknown>[] = [];
  const portalUrl = 'https://portal.example';
  const cookies = providerCookies('ory_kratos_session');
  const { handler, close } = gateway({
    upstreams,
    portalUrl,
    cookies,
    timeoutMs: 0,
    authorize: adminPolicy({
      admins: [],
      adminClients: [],
      aal: 'aal2',
      maxAgeMs: 900_000,
      provider: { kratos: { whoami: () => Promise.resolve(plainSession) } },
      cookies,
      portalUrl,
    }),
    pageSteps: createPageSteps({
      portalUrl,
      cookies,
      typedFields: createTypedFieldsCookie({ secret: 'a secret', portalUrl }),
      consentAccount: createConsentAccount({ secret: 'a secret', portalUrl }),
      notMe: createNotMe({ secret: 'a secret', portalUrl }),
      signUp: createSignUpCookie({ secret: 'a secret', portalUrl }),
      formerAccount: createFormerAccount({ secret: 'a secret', portalUrl }),
      flowAddress: createFlowAddress({ secret: 'a secret', portalUrl }),
      awaitedCode: createAwaitedCode({ secret: 'a secret', portalUrl }),
      lastAddress: createLastAddress({ secret: 'a secret', portalUrl }),
      lasting: createLastingMessages({ secret: 'a secret', portalUrl }),
      ...options,
    }),
    csrf: (request, _response, next) =>
      next(request.headers['x-csrf-token'] === 'good' ? undefined : csrfViolation()),
    ...options,
  });
  // with which Express logs no errors
  const app = express().set('env', 'test').disable('x-powered-by').set('trust proxy', false);
  app.use(
    recordRequests([
      failureLog({
        warn: (fields, message) => {
          logged.push({ ...fields, message });
          logFirst({ ...fields, message });
        },
      }),
      auditLog({ info: (fields, message) => void audited.push({ ...fields, message }) }, () => undefined)
        .record,
    ]),
  );
  app.use(noStore, requirePathParameters, pathHygiene);
  app.use(dropDoubledCookies(options.cookies ?? cookies, portalUrl), handler);
  app.use((_request, response) => void response.status(404).send('no such page'));
  app.use(errorPage);
  const server = http.createServer(app);
  const port = await listening(server);
  closers.push(() => {
    close();
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${port}`, port, logged, firstLogged, audited, server };
}

/**
 * Sends raw bytes and returns the whole answer.
 *
 * @param port on loopback
 * @param text the bytes, one for each character
 * @param until stops waiting once the answer matches; by default it waits until the other side closes
 */
export function sendRaw(port: number, text: string, until?: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = net.connect(port, '127.0.0.1', () => socket.write(Buffer.from(text, 'latin1')));
    let answer = '';
    const done = (): void => {
      socket.destroy();
      resolve(answer);
    };
    socket.on('data', (bytes) => {
      answer += bytes.toString('latin1');
      if (until?.test(answer)) done();
    });
    socket.on('close', done);
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNRESET' || error.code === 'EPIPE') done();
      else reject(error);
    });
  });
}
