import type { Request, RequestHandler, Response } from 'express';
import type { Session } from '@ory/client';
import { fieldsOf, type Fields } from '../../shared/fields.ts';
import { isPrivileged } from '../../shared/sessions.ts';
import { upstreamFailed } from '../upstreams/upstreamErrors.ts';
import { protectOrAskAgain, type ProtectOptions } from '../security/cookies/protectOrAskAgain.ts';
import type { Happened } from '../store/events.ts';
import { recipientOf } from '../store/recipient.ts';
import { clientOf, type Recorder } from '../store/recorder.ts';
import { localeCookie } from '../render/locale.ts';
import type { Settings } from '../settings/config.ts';
import { signInAgain } from '../urls/links.ts';
import { pageUrl } from '../urls/paths.ts';
import type { KratosFrontend } from '../upstreams/kratos.ts';
import { visitor } from '../upstreams/session.ts';

/**
 * Redirects a browser without a session before its CSRF token is checked: the token is bound to a session that is gone
 * (ended in another tab, or expired), so the check would fail with 403.
 */
export const alreadyLoggedOut =
  ({ cookies }: Pick<ProtectOptions, 'cookies'>, target: (fields: Fields) => string): RequestHandler =>
  ({ headers, body }, response, next) => {
    if (cookies.session(headers.cookie) === undefined) response.redirect(303, target(fieldsOf(body)));
    else next();
  };

type PrivilegedOptions = ProtectOptions & {
  kratos: KratosFrontend;
  settings: Settings;
  record?: Recorder | undefined;
};

/**
 * The route of a form for which a privileged session is required: without one the user has to sign in, or confirm who they
 * are, and press the button again.
 *
 * @param page the path of the page with the form, which asks for a second factor itself
 * @param handle answers the user with that session
 * @returns a handler that throws PortalError 502 when the provider does not say who is signed in
 */
export function privilegedForm(
  options: PrivilegedOptions,
  page: string,
  handle: (request: Request, response: Response, session: Session) => Promise<void>,
): RequestHandler[] {
  const return_to = options.settings.PORTAL_URL + page;
  return [
    alreadyLoggedOut(options, () => signInAgain({ return_to })),
    protectOrAskAgain(options, () => page),
    async (request, response) => {
      const who = await visitor(options.kratos, request.headers.cookie);
      if (who.kind === 'unknown') throw upstreamFailed();
      if (who.kind === 'secondFactor') response.redirect(303, page);
      else if (who.kind === 'signedOut') response.redirect(303, signInAgain({ return_to }));
      else if (isPrivileged(who.session)) await handle(request, response, who.session);
      else response.redirect(303, pageUrl('/login', { refresh: 'true', return_to }));
    },
  ];
}

/** What a form changes. */
interface Change {
  /** The path of the page with the form: of a section of the settings, for example. */
  page: string;
  /** Where it leads once the change is made; the page by default. */
  next?: string;
  /** Makes the change. @throws PortalError if it cannot */
  make: (fields: Fields, session: Session, cookie: string | undefined) => Promise<Made>;
}

/** A change that was made. */
interface Made {
  /** What it adds to the account's history. */
  happened?: Happened | readonly Happened[] | undefined;
  /** The notice that makes the next page confirm it, above all. */
  setCookie: string[];
}

/** The route of a form that changes something of the account, and redirects back to its page. */
export const privilegedPost = (
  options: PrivilegedOptions,
  { page, next = page, make }: Change,
): RequestHandler[] =>
  privilegedForm(options, page, async (request, response, session) => {
    const { cookie } = request.headers;
    const { happened, setCookie } = await make(fieldsOf(request.body), session, cookie);
    const { identity } = session;
    for (const one of [happened ?? []].flat())
      if (identity)
        await options.record?.(clientOf(request), {
          identity: identity.id,
          recipient: recipientOf(identity, localeCookie.read(cookie, options.settings.PORTAL_URL)),
          ...one,
        });
    response.append('Set-Cookie', setCookie);
    response.redirect(303, next);
  });
