import type { RequestHandler } from 'express';
import type { Session } from '@ory/client';
import { fieldsOf, type Fields } from '../../shared/fields.ts';
import { isPrivileged } from '../../shared/sessions.ts';
import { upstreamFailed } from '../upstreams/upstreamErrors.ts';
import { protectOrAskAgain, type ProtectOptions } from '../security/cookies/protectOrAskAgain.ts';
import type { Happened } from '../store/events.ts';
import { clientOf, type Recorder } from '../store/recorder.ts';
import type { Settings } from '../settings/config.ts';
import { signInAgain } from '../urls/links.ts';
import { pageUrl } from '../urls/paths.ts';
import type { KratosFrontend } from '../upstreams/kratos.ts';
import { visitor, type Visitor } from '../upstreams/session.ts';

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
  happened?: Happened | undefined;
  /** The notice that makes the next page confirm it, above all. */
  setCookie: string[];
}

/**
 * The route of a form that changes something of the account, and redirects back to its page. Requires a
 * privileged session: without one the user has to sign in, or confirm who they are, and press the button again.
 *
 * @returns a handler that throws PortalError 502 when the provider does not say who is signed in
 */
export function privilegedPost(
  options: ProtectOptions & { kratos: KratosFrontend; settings: Settings; record?: Recorder | undefined },
  { page, next = page, make }: Change,
): RequestHandler[] {
  const { PORTAL_URL } = options.settings;
  const return_to = PORTAL_URL + page;
  const elsewhere = (who: Exclude<Visitor, { kind: 'unknown' }>): string | undefined => {
    // the page itself asks for the second factor
    if (who.kind === 'secondFactor') return page;
    if (who.kind === 'signedOut') return signInAgain({ return_to });
    return isPrivileged(who.session) ? undefined : pageUrl('/login', { refresh: 'true', return_to });
  };
  return [
    alreadyLoggedOut(options, () => signInAgain({ return_to })),
    protectOrAskAgain(options, () => page),
    async (request, response) => {
      const { cookie } = request.headers;
      const who = await visitor(options.kratos, cookie);
      if (who.kind === 'unknown') throw upstreamFailed();
      const redirect = elsewhere(who);
      if (redirect === undefined && who.kind === 'signedIn') {
        const fields = fieldsOf(request.body);
        const { happened, setCookie } = await make(fields, who.session, cookie);
        const identity = who.session.identity?.id;
        if (happened && identity !== undefined)
          await options.record?.(clientOf(request), { identity, ...happened });
        response.append('Set-Cookie', setCookie);
      }
      response.redirect(303, redirect ?? next);
    },
  ];
}
