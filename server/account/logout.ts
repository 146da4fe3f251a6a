import type { RequestHandler } from 'express';
import { fieldsOf } from '../../shared/fields.ts';
import type { KratosFrontend } from '../upstreams/kratos.ts';
import { unverifiedAddress } from '../upstreams/session.ts';
import type { OwnersOf } from '../security/firstFactors.ts';
import { clientOf, type Recorder } from '../store/recorder.ts';
import type { Settings } from '../settings/config.ts';
import { returnTo } from '../security/request/returnTo.ts';
import { endSession } from '../pages/endSession.ts';
import { signInAgain } from '../urls/links.ts';
import { justSignedOut } from '../security/cookies/notices.ts';
import { acceptsHtml } from '../http/requestHead.ts';
import type { Loader } from '../pages/loader.ts';
import { type AddressCookies, forgetAddresses } from '../security/cookies/browserCookies.ts';

/**
 * Checks where to go after a logout: undefined unless it is the sign-in or the recovery page.
 *
 * @param value the path that a page of the portal asked for
 * @throws PortalError 400 when it is on another site
 */
export function afterLogout(value: unknown, { PORTAL_URL }: Settings): string | undefined {
  const url = returnTo(value, PORTAL_URL);
  return url !== undefined && ['/login', '/recovery'].includes(new URL(url).pathname) ? url : undefined;
}

const isSignIn = (target: string, { PORTAL_URL }: Settings): boolean =>
  new URL(target, PORTAL_URL).pathname === '/login';

/**
 * `GET /logout`: asks for confirmation, so that a link on another site cannot log anybody out. Says so if nobody is signed in,
 * or leads to the sign-in if a session has ended.
 */
export const logout: Loader = async ({ query, visitor, settings, hasSessionCookie }) => {
  const who = await visitor();
  const unverified = unverifiedAddress(who);
  const next = afterLogout(query.get('next') ?? undefined, settings);
  if (who.kind === 'signedOut' && (next !== undefined || hasSessionCookie))
    return { redirect: next ?? signInAgain({}) };
  if (who.kind === 'signedOut') return { page: { name: 'logout', props: { signedOut: true } } };
  const back = returnTo(
    query.get('return_to') ?? undefined,
    settings.PORTAL_URL,
    settings.ALLOWED_RETURN_URLS,
  );
  const props = {
    ...(back && { returnTo: back }),
    ...(next && { next }),
    ...(unverified !== undefined && { unverified }),
  };
  return { page: { name: 'logout', props } };
};

/**
 * Returns the URL at which the browser ends another session, judging by its Cookie header, with the cookie to set;
 * undefined if there is no other session.
 */
export type FurtherLogout = (
  cookie: string | undefined,
) => { redirect: string; setCookie: string } | undefined;

/** Leads a browser that opens the provider's start of a logout, which answers with JSON, to the portal's page. */
export const logoutLink: RequestHandler = (request, response, next) => {
  if (acceptsHtml(request.headers)) response.redirect(303, '/logout');
  else next();
};

/**
 * `POST /logout`: on Yes, ends the session and redirects to `next` or the sign-in page; otherwise back to
 * `return_to`. A logout on the way to `next` only ends the session. The sign-in page says that the user has signed
 * out.
 *
 * @throws PortalError 502 or 504 when the provider does not end the session
 */
export function postLogout(
  kratos: KratosFrontend,
  settings: Settings,
  furtherLogout: FurtherLogout,
  history?: { record: Recorder; ownersOf: OwnersOf },
): RequestHandler {
  return async (request, response) => {
    const { submit, return_to, next } = fieldsOf(request.body);
    const target = afterLogout(next, settings) ?? '/login';
    const back = returnTo(return_to, settings.PORTAL_URL, settings.ALLOWED_RETURN_URLS);
    if (submit !== 'Yes') {
      response.redirect(303, back ?? '/');
      return;
    }

    const { cookie } = request.headers;
    const owners = (await history?.ownersOf(request.headers)) ?? [];
    const { wasSignedIn, setCookie } = await endSession(kratos, cookie, settings.PORTAL_URL);
    if (wasSignedIn)
      for (const identity of owners)
        await history?.record(clientOf(request), { identity, kind: 'signedOut' });
    response.append('Set-Cookie', setCookie);
    if (wasSignedIn && isSignIn(target, settings))
      response.append('Set-Cookie', justSignedOut.set(settings.PORTAL_URL));
    const further = next === undefined ? furtherLogout(cookie) : undefined;
    if (further) response.append('Set-Cookie', further.setCookie);
    const ended = wasSignedIn || next !== undefined ? target : signInAgain({});
    response.redirect(303, further?.redirect ?? ended);
  };
}

/** Deletes the remembered address on a confirmed logout, even if the session has already ended. */
export const forgetOnYes =
  (cookies: AddressCookies): RequestHandler =>
  (request, response, next) => {
    if (fieldsOf(request.body).submit === 'Yes')
      response.append('Set-Cookie', forgetAddresses(request.headers.cookie, cookies));
    next();
  };
