import { Router, type NextFunction, type Request, type RequestHandler } from 'express';
import { upstreamSettings, type Operation, type Upstream } from '../operations/operation.ts';
import { notConfigured } from '../http/errors.ts';
import { PortalError } from '../http/PortalError.ts';
import { plainAddress } from '../http/clientAddress.ts';
import type { LoggedAddress } from '../http/loggedAddress.ts';
import type { CountForm } from '../security/limits/formLimits.ts';
import type { ProviderCookies } from '../security/providerCookies.ts';
import type { TypedFieldsCookie } from '../security/typedFields.ts';
import { auditWhenOver } from './audit.ts';
import type { Authorize } from './access/authorize.ts';
import { checkBodyFraming } from './checks/checkBodyFraming.ts';
import { checkForm } from './checks/checkForm.ts';
import { checkParameters } from './checks/checkParameters.ts';
import type { GatewayRequest, GatewayResponse, Call } from './forward/exchange.ts';
import { failureLog, type GatewayLog } from './failureLog.ts';
import { formLimit } from './checks/formLimit.ts';
import { lookUp } from './lookUp.ts';
import { needsCsrf } from './checks/needsCsrf.ts';
import { requestHeaders } from './forward/requestHeaders.ts';
import { sendError } from './sendError.ts';
import { rewriteRedirect } from './rewriteRedirect.ts';
import { upstreamProxy, type UpstreamProxy } from './forward/upstreamProxy.ts';

export interface GatewayOptions {
  /** The URL of each upstream that there is; the operations of the others answer 501. */
  upstreams: Partial<Record<Upstream, string | undefined>>;
  /** Sent as a bearer token on admin calls. */
  adminToken?: string | undefined;
  /** The portal's own origin, which upstreams are told that the browser asked. */
  portalUrl: string;
  /** How long an upstream may say nothing, in milliseconds; 0 waits for ever. */
  timeoutMs: number;
  /** The most bytes of a request's body. */
  bodyLimitBytes?: number;
  authorize: Authorize;
  /** Knows which cookies are whose. */
  cookies: ProviderCookies;
  /** Counts the forms of flows; without it they are not limited. */
  countForm?: CountForm | undefined;
  /** Checks calls that a cookie alone authenticates. */
  csrf: RequestHandler | RequestHandler[];
  /** Keeps what was typed without scripts over a session that had ended. */
  typedFields: TypedFieldsCookie;
  log?: GatewayLog;
  /** Writes a client's address into the lines about admin calls. */
  loggedAddress: LoggedAddress;
}

/** The gateway: its handler is to be mounted before any body parser. */
export interface Gateway {
  handler: RequestHandler;
  /** Closes the connections to the upstreams. */
  close: () => void;
}

const tenMebibytes = 10 * 1024 * 1024;

/** Users who browse get the error page; everybody else gets JSON. */
const isNavigation = (request: Request, { api }: Operation): boolean =>
  (api === 'frontend' || api === 'browser') && (request.headers.accept ?? '').includes('text/html');

/** What a person at a browser may run into, and is told on a page. */
const isLimit = ({ id }: PortalError): boolean => id === 'rate_limited' || id === 'code_used';

/** Runs a middleware that ends with `next`. */
const passed = (middleware: RequestHandler, request: Request, response: GatewayResponse): Promise<void> =>
  new Promise((resolve, reject) => {
    void middleware(request, response, (error?: unknown) => {
      if (error === undefined) resolve();
      else reject(error instanceof Error ? error : new Error('refused', { cause: error }));
    });
  });

/** The way to each upstream that has a URL. */
function proxiesOf(options: GatewayOptions, bodyLimitBytes: number): Map<Upstream, UpstreamProxy> {
  const { upstreams, timeoutMs, log } = options;
  const proxies = new Map<Upstream, UpstreamProxy>();
  for (const [upstream, target] of Object.entries(upstreams) as [Upstream, string | undefined][])
    if (target)
      proxies.set(upstream, upstreamProxy({ target, timeoutMs, bodyLimitBytes, failed: failureLog(log) }));
  return proxies;
}

/**
 * The provider's own paths at the portal's origin: what the catalogue lists passes to the upstream that serves it, after
 * its parameters, CSRF and the caller's rights have been checked; everything else goes on to the next handler.
 *
 * The portal's own `/health/*` are expected to be answered before the gateway: readiness of the portal includes that of
 * the provider, so the provider's own are not reached through it.
 */
export function gateway(options: GatewayOptions): Gateway {
  const { adminToken, authorize, cookies, log, portalUrl, bodyLimitBytes = tenMebibytes } = options;
  const { host, protocol } = new URL(portalUrl);
  const scheme = protocol.slice(0, -1);
  const csrf = Router().use(options.csrf);
  const proxies = proxiesOf(options, bodyLimitBytes);
  const limitForm = options.countForm && formLimit(options.countForm);

  const proxyTo = ({ upstream }: Operation): UpstreamProxy => {
    const proxy = proxies.get(upstream);
    if (proxy) return proxy;
    throw notConfigured(upstreamSettings[upstream]);
  };

  const serve = async (
    call: Call,
    request: GatewayRequest,
    response: GatewayResponse,
    next: NextFunction,
  ): Promise<void> => {
    const { headers } = request;
    const { operation, path, query } = call;
    checkBodyFraming(headers, bodyLimitBytes);
    if (!call.preflight) checkParameters(operation, path, query, headers);
    const proxy = proxyTo(operation);
    const form = call.preflight ? undefined : checkForm(operation, request);
    if (form) await form;
    if (needsCsrf(request, operation)) await passed(csrf, request, response);
    const decision = await authorize(request, operation);
    call.caller = decision?.caller;
    if (decision?.refusal) throw decision.refusal;
    const counted = limitForm?.(call, request);
    const settle = counted && (await counted);
    const redirected = isNavigation(request, operation)
      ? rewriteRedirect(call, request, { portalUrl, cookies, typedFields: options.typedFields })
      : undefined;
    const way = redirected && (await redirected);
    if (response.destroyed) return;

    const fail = (error: PortalError): void => {
      settle?.(undefined);
      request.headers = headers;
      if (isNavigation(request, operation)) next(error);
      else sendError(error, request, response);
    };
    const sender = {
      address: plainAddress(request.ip),
      host,
      scheme,
      adminToken,
      requestId: request.id,
    };
    const started = performance.now();
    request.exchange = {
      operation,
      fail,
      started,
      upstreamRequest: undefined,
      retried: false,
      rewriteRedirect: way,
      answered: settle,
    };
    request.headers = requestHeaders(headers, operation, sender, cookies);
    if (operation.forwardAs !== undefined) request.url = operation.forwardAs;
    proxy.forward(request, response);
  };

  return {
    handler: (request, response, next) => {
      const call = lookUp(request);
      if (!call) {
        next();
        return;
      }
      if (call.operation.access === 'admin')
        auditWhenOver(log, call, request, response, options.loggedAddress);
      serve(call, request, response, next).catch((error: unknown) => {
        if (!(error instanceof PortalError)) {
          next(error);
          return;
        }
        call.refusal = error.id;
        if (isLimit(error) && isNavigation(request, call.operation)) next(error);
        else sendError(error, request, response);
      });
    },
    close: () => {
      for (const proxy of proxies.values()) proxy.close();
    },
  };
}
