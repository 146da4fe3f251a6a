import type { RequestHandler } from 'express';
import { isPrivileged } from '../../shared/sessions.ts';
import type { Settings } from '../settings/config.ts';
import { sessionNotNamed, upstreamFailed } from '../http/errors.ts';
import type { KratosFrontend } from '../provider/kratos.ts';
import { visitor } from '../provider/session.ts';
import { signInAgain } from '../pages/links.ts';
import { pageUrl } from '../pages/pageUrl.ts';

const sessionsSection = '/settings#sessions';

/** The sign-in page, with a way back to the list of sessions. */
export const sessionsAfterSignIn = ({ PORTAL_URL }: Settings): string =>
  signInAgain({ return_to: PORTAL_URL + sessionsSection });

/**
 * `POST /settings/sessions`: ends the session that `session` names, or with `all` all but this browser's, and redirects
 * back to the list. Requires a privileged session; otherwise redirects to a confirmation, and the user has to press the
 * button again.
 *
 * @throws PortalError 502 when the provider does not end them
 */
export function postSessions({
  kratos,
  settings,
}: {
  kratos: KratosFrontend;
  settings: Settings;
}): RequestHandler {
  const back = settings.PORTAL_URL + sessionsSection;
  return async (request, response) => {
    const { session: id, all } = (request.body ?? {}) as { session?: unknown; all?: unknown };
    const { cookie } = request.headers;
    const who = await visitor(kratos, cookie);
    // the page itself asks for the second factor
    if (who.kind === 'unknown') throw upstreamFailed();
    if (who.kind === 'secondFactor') {
      response.redirect(303, sessionsSection);
      return;
    }
    if (who.kind === 'signedOut') {
      response.redirect(303, sessionsAfterSignIn(settings));
      return;
    }
    if (!isPrivileged(who.session)) {
      response.redirect(303, pageUrl('/login', { refresh: 'true', return_to: back }));
      return;
    }

    const { status } = await kratos.answer((frontend) => {
      if (typeof id === 'string' && id !== '') return frontend.disableMySession({ id, cookie });
      if (all !== undefined) return frontend.disableMyOtherSessions({ cookie });
      throw sessionNotNamed();
    });
    // 404: the session has ended already
    if (status !== 200 && status !== 204 && status !== 404) throw upstreamFailed();
    response.redirect(303, sessionsSection);
  };
}
