import { Router, type NextFunction, type Request, type RequestHandler } from 'express';
import { upstreamSettings, type Operation, type Upstream } from '../operations/operation.ts';
import { acceptedCodings } from '../http/acceptedCodings.ts';
import { notConfigured } from '../http/errors.ts';
import { PortalError } from '../http/PortalError.ts';
import { plainAddress } from '../http/clientAddress.ts';
import { isHttps } from '../http/isHttps.ts';
import { note } from '../http/requestRecord.ts';
import { observerFor, type ObserveCall } from '../http/upstreamCall.ts';
import type { CountClientCall } from '../security/limits/clientLimits.ts';
import type { CountForm, Settle } from '../security/limits/formLimits.ts';
import type { AddressCookies } from '../security/cookies/forgetAddresses.ts';
import type { ProviderCookies } from '../security/cookies/providerCookies.ts';
import type { SignUpCookie } from '../security/cookies/signUpCookie.ts';
import type { ServedAs } from '../operations/closeDocs.ts';
import type { Authorize } from './access/authorize.ts';
import { clientRefusal } from './clientRefusal.ts';
import { checkBodyFraming } from './checks/checkBodyFraming.ts';
import { clientLimit } from './checks/clientLimit.ts';
import { checkForm } from './checks/checkForm.ts';
import { checkParameters } from './checks/checkParameters.ts';
import type { Call, Exchange, GatewayRequest, GatewayResponse } from './forward/exchange.ts';
import { formLimit } from './checks/formLimit.ts';
import { createCompressScript } from './forward/compressScript.ts';
import { flowStep } from './flowStep.ts';
import { forgetOnLogout } from './forgetOnLogout.ts';
import { formAsQuery } from './formAsQuery.ts';
import { forwardedTarget } from './forward/forwardedTarget.ts';
import { findCall } from './findCall.ts';
import { namedHash } from './forward/namedHash.ts';
import { needsCsrf } from './checks/needsCsrf.ts';
import { requestHeaders } from './forward/requestHeaders.ts';
import { sendError } from './sendError.ts';
import { keepAddress } from './keepAddress.ts';
import { isSavedWithoutPage, noteChange, type NotedChange } from './noteChange.ts';
import { noteLink } from './noteLink.ts';
import { noteSignUp } from './noteSignUp.ts';
import { sendToConfirmation } from './sendToConfirmation.ts';
import { sentForm } from './sentForm.ts';
import { rewriteForm } from './rewriteForm.ts';
import { rewriteRedirect } from './rewriteRedirect.ts';
import { signUpMark } from './signUpMark.ts';
import { upstreamProxy, type UpstreamProxy } from './forward/upstreamProxy.ts';
import type { WholeAnswer } from './forward/wholeAnswer.ts';
import { codeUsed, mailLimited, rateLimited } from '../../shared/flow/errorId.ts';
import { acceptsHtml } from '../http/requestHead.ts';

/** The upstreams, the checks of calls, and the cookies that their answers set. */
export interface GatewayOptions extends AddressCookies {
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
  /** Knows which cookie belongs to which upstream. */
  cookies: ProviderCookies;
  /** Tells the browser of a sign-up from all others. */
  signUp: SignUpCookie;
  /** Counts flow forms; without it they are not limited. */
  countForm?: CountForm | undefined;
  /** Counts the calls that OAuth2 clients authenticate; without it they are not limited. */
  countClientCall?: CountClientCall | undefined;
  /** Ends all other sessions of a browser's user after a passkey was removed. */
  endOtherSessions?: ((cookie: string | undefined) => Promise<void>) | undefined;
  /** Gets each call to an upstream; by default nobody does. */
  observeCall?: ObserveCall | undefined;
  /** Checks calls that are authenticated only by a cookie. */
  csrf: RequestHandler | RequestHandler[];
}

/** The gateway. Mount its handler before any body parser. */
export interface Gateway {
  handler: RequestHandler;
  /** Closes the connections to the upstreams. */
  close: () => void;
}

const tenMebibytes = 10 * 1024 * 1024;

/** Whether the request is a browser's navigation, which gets the error page; others get JSON. */
const isNavigation = (request: Request, { api, upstream }: Operation): boolean =>
  (api === 'frontend' || api === 'browser' || upstream === 'hydraPublic') && acceptsHtml(request.headers);

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
const runMiddleware = (
  middleware: RequestHandler,
  request: Request,
  response: GatewayResponse,
): Promise<void> =>
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
 * Mount the portal's own `/health/*` before the gateway: the portal's readiness includes the provider's, so the
 * provider's own checks are not exposed.
 */
export function gateway(options: GatewayOptions): Gateway {
  const { adminToken, authorize, cookies, portalUrl, bodyLimitBytes = tenMebibytes } = options;
  const { servedAs = (operation: Operation) => operation } = options;
  const { host, protocol } = new URL(portalUrl);
  const formAnswers = { portalUrl, cookies, typedFields: options.typedFields };
  const scheme = protocol.slice(0, -1);
  const csrf = Router().use(options.csrf);
  const proxies = proxiesOf(options, bodyLimitBytes);
  const limitForm = options.countForm && formLimit(options.countForm);
  const limitClient = options.countClientCall && clientLimit(options.countClientCall);
  const compressScript = createCompressScript();
  const refuseClient = options.upstreams.hydraPublic
    ? clientRefusal(options.upstreams.hydraPublic)
    : undefined;

  const proxyTo = ({ upstream }: Operation): UpstreamProxy => {
    const proxy = proxies.get(upstream);
    if (proxy) return proxy;
    throw notConfigured(upstreamSettings[upstream]);
  };

  /**
   * Checks a call: framing, parameters, form, CSRF token, caller, limits.
   *
   * @returns a callback for the answer to its form, if it has one
   * @throws PortalError if the call is refused
   */
  const admit = async (
    call: Call,
    request: GatewayRequest,
    response: GatewayResponse,
  ): Promise<Settle | undefined> => {
    const { operation, path, query, preflight } = call;
    checkBodyFraming(request.headers, bodyLimitBytes);
    if (!preflight) checkParameters(operation, path, query, request.headers);
    // before a form is read or counted
    proxyTo(operation);
    const form = preflight ? undefined : checkForm(operation, request);
    if (form) await form;
    if (needsCsrf(request, operation)) await runMiddleware(csrf, request, response);
    const decision = await authorize(request, operation);
    if (decision?.caller) note(request, { caller: decision.caller });
    if (decision?.refusal) throw decision.refusal;
    return operation.clientLimit ? limitClient?.(call, request) : limitForm?.(call, request);
  };

  /** Reads an answer before it is sent on, for the limits and for what must happen before. */
  const readAnswer = (
    { readsAnswer }: Operation,
    noted: NotedChange | undefined,
    request: GatewayRequest,
  ): Exchange['beforeSending'] => {
    const isKeyRemoved = noted?.change === 'passkeyOff';
    const { cookie } = request.headers;
    if (!readsAnswer && !isKeyRemoved) return undefined;
    return async (answer) => {
      request.exchange?.settle(answer);
      // if a settings page follows, it ends them once the change is confirmed
      if (isKeyRemoved && isSavedWithoutPage(answer, portalUrl)) await options.endOtherSessions?.(cookie);
      return answer;
    };
  };

  const serve = async (
    call: Call,
    request: GatewayRequest,
    response: GatewayResponse,
    next: NextFunction,
  ): Promise<void> => {
    const { headers } = request;
    const { operation } = call;
    const settle = await admit(call, request, response);
    if (operation.formAsQuery && !call.preflight) {
      response.redirect(303, await formAsQuery(call, request));
      return;
    }
    const form = await sentForm(call, request);
    const redirectRewrite = isNavigation(request, operation)
      ? rewriteRedirect(call, request, form, formAnswers)
      : undefined;
    const noted = noteChange(call, request, form, portalUrl);
    const answerCookies = [
      noted?.answerCookie,
      noteLink(call, portalUrl),
      ...forgetOnLogout(call, headers.cookie, options),
      keepAddress(call, form, options.flowAddress, formAnswers),
      ...noteSignUp(call, request, form, formAnswers),
    ].filter((cookie) => cookie !== undefined);
    // once the fields that were emptied are noted
    await rewriteForm(call, request);
    const hash = namedHash(operation, request);
    const [coding] = acceptedCodings(request);
    const beforeSending =
      hash === undefined
        ? readAnswer(operation, noted, request)
        : (answer: WholeAnswer) => compressScript(answer, hash, coding);
    if (response.destroyed) return;

    request.exchange = {
      operation,
      fail: (error) => {
        request.exchange?.settle(undefined);
        request.headers = headers;
        if (isNavigation(request, operation)) next(error);
        else sendError(error, request, response);
      },
      secure: isHttps(portalUrl),
      started: performance.now(),
      upstreamRequest: undefined,
      retried: false,
      rewriteRedirect: redirectRewrite,
      answerCookies,
      settle: once((answer) => {
        // only the metrics, which also observe the calls, need it
        const step = options.observeCall && answer && flowStep(operation.operation, answer, cookies);
        if (step) note(request, { flowStep: step });
        void settle?.(answer);
      }),
      beforeSending,
    };
    const sender = {
      address: plainAddress(request.ip),
      host,
      scheme,
      adminToken,
      requestId: request.id,
    };
    request.headers = requestHeaders(headers, operation, sender, cookies);
    const mark = signUpMark(operation, request.headers, options);
    if (mark) {
      request.headers.cookie = mark.cookie;
      answerCookies.push(mark.answerCookie);
    }
    request.url = forwardedTarget(call);
    // a compressed body would have to be decoded before it can be read
    if (beforeSending) request.headers['accept-encoding'] = 'identity';
    proxyTo(operation).forward(request, response);
  };

  return {
    handler: (request, response, next) => {
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
    },
    close: () => {
      for (const proxy of proxies.values()) proxy.close();
      refuseClient?.close();
    },
  };
}
