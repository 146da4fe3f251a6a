import type { ErrorRequestHandler, Request } from 'express';
import { cookiesNeeded } from '../../shared/flow/errorCause.ts';
import {
  parameterNotAllowed,
  portalCsrfViolation,
  rateLimited,
  upstreamReset,
  upstreamTimeout,
  upstreamUnreachable,
} from '../../shared/flow/errorId.ts';
import type { ErrorDetails } from '../../shared/page.ts';
import {
  bodyTooLarge,
  crossOrigin,
  internal,
  malformedRequest,
  unsupportedMediaType,
} from '../http/errors.ts';
import { PortalError } from '../http/PortalError.ts';
import type { BrowserCookies } from '../security/cookies/browserCookies.ts';
import { note } from '../http/requestRecord.ts';
import { formPage } from '../urls/links.ts';
import { ownPath } from '../urls/paths.ts';
import type { Pages } from './renderer.ts';
import { acceptsHtml } from '../http/requestHead.ts';

/** Errors of Express' parsers and of csrf-csrf: they have a status, and `expose` means that the caller caused them. */
interface HttpError {
  status: number;
  expose: boolean;
  type?: string;
}

const isHttpError = (error: unknown): error is HttpError =>
  error instanceof Error && typeof (error as Partial<HttpError>).status === 'number';

/** The body parsers' refusals in our own words, because theirs quote the input. */
const parserErrors: Record<number, () => PortalError> = {
  400: malformedRequest,
  413: bodyTooLarge,
  415: unsupportedMediaType,
};

/** Turns any error into one that can be shown; an unknown one becomes a plain 500 that reveals no internals. */
function toPortalError(error: unknown): PortalError {
  if (error instanceof PortalError) return error;
  // thrown by decodeURIComponent in Express' router
  if (error instanceof URIError) return malformedRequest();
  const refusal = isHttpError(error) && error.expose ? parserErrors[error.status] : undefined;
  return refusal ? refusal() : internal(error);
}

/** The ids of errors meaning that the provider gave no answer at all. */
const noAnswer = new Set([upstreamUnreachable, upstreamReset, upstreamTimeout]);

/** Errors whose page does not say who is signed in. */
const spared = new Set([...noAnswer, crossOrigin().id, parameterNotAllowed]);

/** The pages that an application's request for a sign-in leads through. */
const requestPages = new Set(['/login', '/registration', '/consent']);

/** Whether a request opens a mailed link. */
const opensLink = ({ method, path }: Request): boolean =>
  method === 'GET' && /^\/self-service\/(?:recovery|verification)$/.test(path);

/** Returns the cause of a refusal that its id does not say. */
function causeOf({ id }: PortalError, request: Request): string | undefined {
  if (id === portalCsrfViolation && request.headers.cookie === undefined) return cookiesNeeded;
  return id === rateLimited && opensLink(request) ? 'link_limited' : undefined;
}

/** Returns where to retry a failed request: at its own URL, or at the page whose form it was. */
function retryUrl(request: Request, portalUrl: string): string {
  const isPost = request.method !== 'GET' && request.method !== 'HEAD';
  const url = isPost ? (request.get('referer') ?? '') : portalUrl + request.originalUrl;
  return ownPath(url, portalUrl) ?? formPage(request, portalUrl);
}

type ErrorHandlerOptions = { portalUrl: string } & Pick<Pages, 'show' | 'visitorOf'> &
  Pick<BrowserCookies, 'askingApplication'>;

/**
 * Turns an error into an answer: an error card for browsers, JSON for everyone else. If the identity service cannot
 * be reached or times out, there is no HTTP status: the card shows status 0.
 */
export function errorHandler(options: ErrorHandlerOptions): ErrorRequestHandler {
  const { portalUrl, show, visitorOf, askingApplication } = options;
  return async (error: unknown, request, response, next) => {
    const problem = toPortalError(error);
    note(request, { problem });
    // an aborted call also ends here: rendering would be for nobody
    if (response.destroyed) return;
    if (response.headersSent) {
      next(error);
      return;
    }

    response.status(problem.status).set(problem.headers);
    const body = problem.toJson(request.id);
    if (!acceptsHtml(request.headers)) {
      response.json(body);
      return;
    }

    const isUnanswered = noAnswer.has(problem.id);
    const cause = causeOf(problem, request);
    const details: ErrorDetails = {
      code: isUnanswered ? 0 : problem.status,
      reason: problem.reason,
      ...(cause !== undefined && { cause }),
      details: isUnanswered ? { ...body.error, code: 0, status: '' } : body.error,
    };
    const application = requestPages.has(request.path)
      ? askingApplication.read(request.headers.cookie)
      : undefined;
    const props = {
      error: details,
      backUrl: application?.url ?? formPage(request, portalUrl),
      retryUrl: retryUrl(request, portalUrl),
      ...(application && { application }),
    };
    // no call more where the provider gives no answer, too much was asked of the portal, or another site asks
    const isSpared = spared.has(problem.id) || problem.status === 429 || problem.status === 503;
    const who = isSpared ? undefined : await visitorOf(request);
    show(request, response, { name: 'error', props }, who);
  };
}
