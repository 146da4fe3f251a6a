import { randomUUID } from 'node:crypto';
import { type NextFunction, type Request, type RequestHandler, type Response, Router } from 'express';
import type { Operation, OperationName } from '../operations/catalogue.ts';
import { type Upstream, upstreamSettings } from '../operations/operation.ts';
import { notConfigured } from '../http/errors.ts';
import { PortalError } from '../http/PortalError.ts';
import { plainAddress } from '../http/clientAddress.ts';
import { isHttps } from '../http/isHttps.ts';
import { note } from '../http/requestRecord.ts';
import { type ObserveCall, observerFor } from '../upstreams/upstreamCall.ts';
import type { CountClientCall } from '../security/limits/clientLimits.ts';
import type { CountForm } from '../security/limits/formLimits.ts';
import type { Settle } from '../security/limits/limitParts.ts';
import type { LimitedAccount } from '../security/lockouts.ts';
import { fieldsIn, type Submission } from '../security/submission/submission.ts';
import type { FirstFactors } from '../security/firstFactors.ts';
import type { ProviderCookies } from '../security/cookies/providerCookies.ts';
import type { ServedAs } from '../operations/closeDocs.ts';
import { targetOf } from '../admin/audit.ts';
import type { Authorize } from '../admin/authorize.ts';
import type { OwnAnswer } from '../admin/identityLimits.ts';
import { clientRefusal } from './clientRefusal.ts';
import { checkBodyFraming, checkFields, checkParameters } from './checks/checkParameters.ts';
import type { Call, Exchange, GatewayRequest } from './forward/exchange.ts';
import { compressScript, namedHash } from './forward/compressScript.ts';
import { flowStep } from './flowStep.ts';
import { formAsQuery, forwardedTarget } from './forwardedTarget.ts';
import { findCall } from './findCall.ts';
import { needsCsrf } from './checks/needsCsrf.ts';
import { readSubmission, replaceBody } from './checks/readSubmission.ts';
import { requestHeaders } from './forward/requestHeaders.ts';
import { sendError } from '../http/sendError.ts';
import { sendToConfirmation } from './sendToConfirmation.ts';
import type { PageSteps, Steps, Visit } from './steps.ts';
import { upstreamProxy, type UpstreamProxy } from './forward/upstreamProxy.ts';
import { codeUsed, mailLimited, rateLimited } from '../../shared/flow/errorId.ts';
import { acceptsHtml, parseQuery } from '../http/requestHead.ts';

/** The upstreams, and the checks of calls. */
export interface GatewayOptions {
  /** The URL of each configured upstream; operations of the others answer 501. */
  upstreams: Partial<Record<Upstream, string | undefined>>;
  /** Sent as a bearer token on admin calls. */
  adminToken?: string | undefined;
  /** The portal's own origin, which upstreams get as `X-Forwarded-Host` and `X-Forwarded-Proto`. */
  portalUrl: string;
  /** How long an upstream may stay silent, in milliseconds; 0 means no limit. */
  timeoutMs: number;
  /** The largest request body, in bytes. */
  bodyLimitBytes?: number;
  authorize: Authorize;
  /** Returns an operation as the portal serves it, or undefined if it does not; by default, all are served. */
  servedAs?: ServedAs;
  /** Answers the operations that the portal does not forward; by default it forwards all. */
  own?: Partial<Record<OperationName, OwnAnswer>>;
  /** Knows which cookie belongs to which upstream. */
  cookies: ProviderCookies;
  /** What pages do before and after the calls that they make. */
  pageSteps: PageSteps;
  /** Leads a browser back to the page of a refused form, if that page says why; returns whether it has. */
  backToPage?: ((visit: Visit, error: PortalError) => boolean) | undefined;
  /** Counts flow forms; without it they are not limited. */
  countForm?: CountForm | undefined;
  /** Gets the account of a refused form, once in each window of a limit; by default nobody does. */
  noteLimited?: ((visit: Visit, account: LimitedAccount) => void) | undefined;
  /** Learns whose sessions wait for a second factor; without it, nobody does. */
  firstFactors?: Pick<FirstFactors, 'answered'> | undefined;
  /** Counts the calls that OAuth2 clients authenticate; without it they are not limited. */
  countClientCall?: CountClientCall | undefined;
  /** Gets each call to an upstream; by default nobody does. */
  observeCall?: ObserveCall | undefined;
  /** Checks calls that are authenticated only by a cookie. */
  csrf: RequestHandler | RequestHandler[];
}

const tenMebibytes = 10 * 1024 * 1024;

/** Whether the request is a browser's navigation, which gets the error page; others get JSON. */
const isNavigation = (request: Request, { api, upstream }: Operation): boolean =>
  (api === 'frontend' || api === 'browser' || upstream === 'hydraPublic') && acceptsHtml(request.headers);

/** Whether a link submits a flow: the provider reads fields from the query as well. */
const isSubmit = (query: string): boolean =>
  Array.from(parseQuery(query).keys()).some((name) => name !== 'flow');

/** Returns a function that only works the first time. */
function once<Argument>(work: (argument: Argument) => void): (argument: Argument) => void {
  let isDone = false;
  return (argument) => {
    if (!isDone) work(argument);
    isDone = true;
  };
}

/** Whether users of the pages may run into a refusal, which the error page then shows. */
const isLimit = ({ id, status }: PortalError): boolean =>
  id === rateLimited || id === mailLimited || id === codeUsed || status === 413 || status === 414;

/** Runs a middleware; resolves when it calls `next`, rejects when it passes an error. */
const runMiddleware = (middleware: RequestHandler, request: Request, response: Response): Promise<void> =>
  new Promise((resolve, reject) => {
    void middleware(request, response, (error?: unknown) => {
      if (error === undefined) resolve();
      else reject(error instanceof Error ? error : new Error('refused', { cause: error }));
    });
  });

/** Creates a proxy for each upstream that has a URL. */
function proxiesOf(options: GatewayOptions, bodyLimitBytes: number): Map<Upstream, UpstreamProxy> {
  const { upstreams, timeoutMs, observeCall } = options;
  const proxies = new Map<Upstream, UpstreamProxy>();
  for (const [upstream, target] of Object.entries(upstreams) as [Upstream, string | undefined][])
    if (target)
      proxies.set(
        upstream,
        upstreamProxy({
          target,
          timeoutMs,
          bodyLimitBytes,
          observe: observerFor(upstream, observeCall),
        }),
      );
  return proxies;
}

/**
 * Serves the provider's paths at the portal's origin: operations of the catalogue are forwarded to their upstream once
 * their parameters, CSRF token and caller have been checked; everything else goes on to the next handler.
 *
 * Mount its handler before any body parser, and the portal's own `/health/*` before it: the portal's readiness includes
 * the provider's, so the provider's own checks are not exposed.
 */
export function gateway(options: GatewayOptions) {
  const { adminToken, authorize, cookies, countClientCall, countForm, pageSteps, portalUrl } = options;
  const { bodyLimitBytes = tenMebibytes, servedAs = (operation: Operation) => operation } = options;
  const { host, protocol } = new URL(portalUrl);
  const scheme = protocol.slice(0, -1);
  const csrf = Router().use(options.csrf);
  const proxies = proxiesOf(options, bodyLimitBytes);
  const refuseClient = options.upstreams.hydraPublic
    ? clientRefusal(options.upstreams.hydraPublic)
    : undefined;

  const proxyTo = ({ upstream }: Operation): UpstreamProxy => {
    const proxy = proxies.get(upstream);
    if (proxy) return proxy;
    throw notConfigured(upstreamSettings[upstream]);
  };

  /**
   * Checks a call: framing, parameters, form, CSRF token, caller.
   *
   * @returns its body, if the portal reads it
   * @throws PortalError if the call is refused
   */
  const admit = async (
    call: Call,
    request: GatewayRequest,
    response: Response,
  ): Promise<Submission | undefined> => {
    const { operation, preflight } = call;
    checkBodyFraming(request.headers, bodyLimitBytes);
    if (!preflight) checkParameters(call, request.headers);
    // before a form is read or counted
    proxyTo(operation);
    const submission = preflight ? undefined : await readSubmission(operation, request);
    if (submission) checkFields(operation, submission);
    if (needsCsrf(request, operation)) await runMiddleware(csrf, request, response);
    const decision =
      operation.access === 'admin'
        ? await authorize(request, { changes: operation.method !== 'GET' })
        : undefined;
    if (decision?.caller) note(request, { caller: decision.caller });
    if (decision?.refusal) throw decision.refusal;
    return submission;
  };

  /** Counts a call for the limits on flows' forms, and on OAuth2 clients. */
  const count = async (visit: Visit): Promise<Settle | undefined> => {
    const { call, request, submission } = visit;
    const { operation, query, preflight } = call;
    const { headers, ip: address, isFromOtherSite } = request;
    const { clientLimit: limit, submits: kind } = operation;
    const pairs = submission?.pairs ?? [];
    if (preflight) return undefined;
    if (limit) return countClientCall?.({ limit, pairs, headers, address, isFromOtherSite });
    if (!kind || (!submission && !isSubmit(query))) return undefined;
    const fields = fieldsIn([...parseQuery(query), ...pairs]);
    const onLimited = (account: LimitedAccount): void => options.noteLimited?.(visit, account);
    return countForm?.({ kind, fields, headers, address, isFromOtherSite, onLimited });
  };

  /** Reads an answer before it is sent on: for the limits, for the page's steps, or to compress a script. */
  const beforeSending = (
    { call: { operation }, request }: Visit,
    { readAnswer }: Steps,
  ): Exchange['beforeSending'] => {
    const hash = namedHash(operation, request);
    const takesGzip = hash !== undefined && request.acceptsEncodings('gzip') !== false;
    if (hash !== undefined) return (answer) => compressScript(answer, hash, takesGzip);
    if (!operation.readsAnswer && !readAnswer) return undefined;
    return async (answer) => {
      request.exchange?.settle(answer);
      return (await readAnswer?.(answer)) ?? answer;
    };
  };

  const forward = async (visit: Visit, next: NextFunction, settle: Settle | undefined): Promise<void> => {
    const { call, request, response, submission, isNavigation } = visit;
    const { headers } = request;
    const { operation } = call;
    if (operation.formAsQuery && submission) {
      response.redirect(303, formAsQuery(call, submission));
      return;
    }
    const steps = await pageSteps(visit);
    if (!steps || response.destroyed) return;
    if (steps.body) replaceBody(request, steps.body);

    // a caller may choose the request's own id
    const id = options.firstFactors && (operation.submits ?? operation.finishes) ? randomUUID() : undefined;
    request.exchange = {
      operation,
      fail: (error) => {
        request.exchange?.settle(undefined);
        request.headers = headers;
        if (isNavigation) next(error);
        else sendError(error, request, response);
      },
      secure: isHttps(portalUrl),
      started: performance.now(),
      upstreamRequest: undefined,
      retried: false,
      rewriteRedirect: isNavigation ? steps.rewriteRedirect : undefined,
      answerCookies: (steps.cookies ?? []).filter((cookie) => cookie !== undefined),
      settle: once((answer) => {
        // only the metrics, which also observe the calls, need it
        const step = options.observeCall && answer && flowStep(operation, answer, cookies);
        if (step) note(request, { flowStep: step });
        if (id !== undefined && answer) void options.firstFactors?.answered(id, answer);
        void settle?.(answer);
      }),
      beforeSending: beforeSending(visit, steps),
    };
    const sender = {
      address: plainAddress(request.ip),
      place: request.place,
      call: id,
      host,
      scheme,
      adminToken,
      requestId: request.id,
    };
    request.headers = requestHeaders(headers, operation, sender, cookies);
    steps.changeHeaders?.(request.headers);
    request.url = forwardedTarget(steps.call ?? call);
    // a compressed body would have to be decoded before it can be read
    if (request.exchange.beforeSending) request.headers['accept-encoding'] = 'identity';
    proxyTo(operation).forward(request, response);
  };

  const serve = async (
    call: Call,
    request: GatewayRequest,
    response: Response,
    next: NextFunction,
  ): Promise<void> => {
    const submission = await admit(call, request, response);
    const own = options.own?.[call.operation.operation];
    if (own) {
      const body = await own(targetOf(call.operation, call.path) ?? {});
      if (body) response.json(body);
      else response.status(204).end();
      return;
    }
    const visit = {
      call,
      request,
      response,
      submission,
      isNavigation: isNavigation(request, call.operation),
    };
    const settle = await count(visit).catch((error: unknown) => {
      if (!(error instanceof PortalError) || !options.backToPage?.(visit, error)) throw error;
      return undefined;
    });
    if (response.headersSent) return;
    try {
      await forward(visit, next, settle);
    } finally {
      // what the provider never sees is no attempt
      if (!request.exchange) await settle?.('unsent');
    }
  };

  return {
    handler: ((request, response, next) => {
      const found = findCall(request);
      const operation = found && servedAs(found.operation);
      if (!operation) {
        next();
        return;
      }
      const call = operation === found.operation ? found : { ...found, operation };
      // read now: a closed socket no longer has an address
      note(request, operation.access === 'admin' ? { operation, address: request.ip } : { operation });
      serve(call, request, response, next).catch((error: unknown) => {
        if (!(error instanceof PortalError)) {
          next(error);
          return;
        }
        if (operation.clientLimit && refuseClient) refuseClient.send(error, request, response).catch(next);
        else if (isLimit(error) && isNavigation(request, operation)) next(error);
        else if (!sendToConfirmation(error, request, response)) sendError(error, request, response);
      });
    }) satisfies RequestHandler,
    /** Closes the connections to the upstreams. */
    close: (): void => {
      for (const proxy of proxies.values()) proxy.close();
      refuseClient?.close();
    },
  };
}
