import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { RequestHandler } from 'express';
import { crossOrigin, parameterNotAllowed } from '../../http/errors.ts';
import type { PortalError } from '../../http/PortalError.ts';
import { sendError } from '../../http/sendError.ts';
import { acceptsHtml, hasBody, parseQuery, splitTarget } from '../../http/requestHead.ts';
import { findOperation } from '../../operations/findOperation.ts';
import type { Operation } from '../../operations/catalogue.ts';
import type { OtherSiteUse } from '../../operations/operation.ts';

declare module 'node:http' {
  interface IncomingMessage {
    /** Whether the browser says that a page of another origin caused the request. */
    isFromOtherSite?: boolean;
  }
}

/**
 * The pages that also answer in a frame, with the parameter required for that: an application that renews its tokens
 * in a frame (`prompt=none`) is redirected through them, and sees none of them.
 */
const framedPages: Readonly<Record<string, string>> = {
  '/login': 'login_challenge',
  '/consent': 'consent_challenge',
};

/** The path prefix of pages to which Hydra sends browsers if its `urls.*` are not set. */
const fallbackPrefix = /^\/oauth2\/fallbacks(?=\/)/;

const isRead = (method: string | undefined): boolean => method === 'GET' || method === 'HEAD';

/**
 * Whether a browser says that a page of another origin caused a request. Privacy tools send the origin `null` instead
 * of the portal's own; it counts as another origin unless the browser says otherwise.
 */
function isMarked({ 'sec-fetch-site': site, origin }: IncomingHttpHeaders, portalUrl: string): boolean {
  const isOwn = site === 'same-origin' || site === 'none';
  if (site !== undefined && !isOwn) return true;
  return origin !== undefined && origin !== portalUrl && !(isOwn && origin === 'null');
}

/**
 * Returns how a page of another origin caused a request, from the headers that browsers send: several ways if they
 * are ambiguous, none if it comes from the portal's own pages, the address bar, or a client that isn't a browser.
 *
 * @see https://www.w3.org/TR/fetch-metadata/ Fetch Metadata, section 2
 */
export function otherSiteUses(
  { method, headers }: Pick<IncomingMessage, 'method' | 'headers'>,
  portalUrl: string,
): readonly OtherSiteUse[] {
  if (!isMarked(headers, portalUrl)) return [];
  const { 'sec-fetch-mode': mode, 'sec-fetch-dest': target = 'document' } = headers;
  // older browsers only send Origin, with posts and for CORS
  if (mode === undefined) return method === 'POST' ? ['formPost', 'cors'] : ['cors'];
  if (mode === 'cors') return ['cors'];
  if (mode !== 'navigate') return ['embed'];
  if (target === 'document') return [isRead(method) ? 'visit' : 'formPost'];
  return [isRead(method) && /^i?frame$/.test(target) ? 'frame' : 'embed'];
}

/** Returns how pages of other origins may cause a request for the portal's own pages and posts. */
function pageUses(method: string | undefined, path: string, query: string): readonly OtherSiteUse[] {
  const fields = parseQuery(query);
  // the sign-in that forgets the last account
  if (!isRead(method) || fields.has('forget')) return [];
  const needed = framedPages[path.replace(fallbackPrefix, '')];
  return needed !== undefined && fields.has(needed) ? ['visit', 'frame'] : ['visit'];
}

/** Whether an admin call carries its own credentials: no page of another origin can make a browser send them. */
const hasOwnCredentials = ({ access }: Operation, { authorization }: IncomingHttpHeaders): boolean =>
  access === 'admin' && authorization !== undefined;

/** Returns the error for a link that contains more than its operation allows, in any encoding or place. */
function linkError(
  { parameters, operation }: Operation,
  query: string,
  headers: IncomingHttpHeaders,
): PortalError | undefined {
  const names = new Set(parameters.filter((one) => one.in === 'query').map(({ name }) => name));
  const hasOthers = Array.from(parseQuery(query).keys()).some((name) => !names.has(name));
  return hasOthers || hasBody(headers) ? parameterNotAllowed([...names], operation) : undefined;
}

/** Whether somebody looks at the answer: a browser asks for a page in a tab of its own. */
function isTabNavigation({ headers }: IncomingMessage): boolean {
  const { 'sec-fetch-mode': mode = 'navigate', 'sec-fetch-dest': target = 'document' } = headers;
  return acceptsHtml(headers) && mode === 'navigate' && target === 'document';
}

/** Returns the error that refuses a request before anything counts it; undefined if it passes. */
function refusalOf(request: IncomingMessage, portalUrl: string): PortalError | undefined {
  const { method, url = '', headers } = request;
  const { path, query } = splitTarget(url);
  const asked = method === 'OPTIONS' ? headers['access-control-request-method'] : method;
  const operation = findOperation(asked ?? '', path);
  const uses = otherSiteUses(request, portalUrl);
  request.isFromOtherSite = uses.length > 0;
  if (uses.length > 0 && !(operation && hasOwnCredentials(operation, headers))) {
    const allowed = operation ? (operation.fromOtherSites ?? []) : pageUses(method, path, query);
    if (!uses.some((use) => allowed.includes(use))) return crossOrigin();
  }
  return operation?.closedQuery ? linkError(operation, query, headers) : undefined;
}

/**
 * Refuses requests that a page of another origin may not cause, and links that contain more than they may. Mount it
 * before the limits, which such requests must not use up, and before anything that asks the provider. Requests that
 * pass are marked for the limits, which count them separately. A refused navigation gets the error page. Clients that
 * are not browsers send no such headers, and pass.
 */
export const refuseOtherSites =
  (portalUrl: string): RequestHandler =>
  (request, response, next) => {
    const problem = refusalOf(request, portalUrl);
    if (!problem) {
      next();
      return;
    }
    if (isTabNavigation(request)) {
      next(problem);
      return;
    }
    sendError(problem, request, response);
  };
