import type { RequestHandler } from 'express';
import type { Settings } from '../settings/config.ts';
import { sessionNotNamed, upstreamFailed } from '../http/errors.ts';
import type { KratosFrontend } from '../provider/kratos.ts';
import { privilegedSession, sectionPath } from './privilegedSession.ts';

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
  return async (request, response) => {
    const { session: id, all } = (request.body ?? {}) as { session?: unknown; all?: unknown };
    const { cookie } = request.headers;
    const found = await privilegedSession({ kratos, settings, cookie, anchor: 'sessions' });
    if ('redirect' in found) {
      response.redirect(303, found.redirect);
      return;
    }

    const { status } = await kratos.answer((frontend) => {
      if (typeof id === 'string' && id !== '') return frontend.disableMySession({ id, cookie });
      if (all !== undefined) return frontend.disableMyOtherSessions({ cookie });
      throw sessionNotNamed();
    });
    // 404: the session has ended already
    if (status !== 200 && status !== 204 && status !== 404) throw upstreamFailed();
    response.redirect(303, sectionPath('sessions'));
  };
}
