import type { RequestHandler } from 'express';
import { isPrivileged } from '../../shared/sessions.ts';
import type { Settings } from '../settings/config.ts';
import { sessionNotNamed, upstreamFailed } from '../http/errors.ts';
import type { KratosFrontend } from '../provider/kratos.ts';
import { visitor } from '../provider/session.ts';
import { signInAgain } from '../pages/links.ts';
import { pageUrl } from '../pages/pageUrl.ts';

const sessionsSection = '/settings#sessions';

/** Where somebody signs in again to come back to their sessions. */
export const sessionsAfterSignIn = ({ PORTAL_URL }: Settings): string =>
  signInAgain({ return_to: PORTAL_URL + sessionsSection });

/**
 * `POST /settings/sessions`: ends the session that `session` names, or with `all` every one but this browser's, and goes
 * back to the list. Who has not signed in of late confirms first who they are, and is then asked again.
 *
 * @throws PortalError 502 where the provider does not end them
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
    response.set('Cache-Control', 'no-store');
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
    // one that is gone already is as good as ended
    if (status !== 200 && status !== 204 && status !== 404) throw upstreamFailed();
    response.redirect(303, sessionsSection);
  };
}
