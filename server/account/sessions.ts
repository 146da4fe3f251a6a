import type { RequestHandler } from 'express';
import { fieldsOf } from '../../shared/fields.ts';
import { doneAnchor } from '../../shared/flow/settingsChange.ts';
import type { Settings } from '../settings/config.ts';
import { sessionNotNamed } from '../http/errors.ts';
import { upstreamFailed } from '../http/upstreamErrors.ts';
import { fewAtATime } from '../provider/fewAtATime.ts';
import type { KratosFrontend } from '../provider/kratos.ts';
import { frontendRequests } from '../provider/requests.ts';
import { justEnded } from '../security/cookies/notices.ts';
import { privilegedSession, sectionPath } from './privilegedSession.ts';

/** The largest number of sessions in the list. */
const mostIds = 250;

/**
 * `POST /settings/sessions`: ends the sessions named by `session` (ids separated by spaces), or with `all` all but
 * this browser's, and redirects back to the settings, which confirm it. Requires a privileged session; otherwise
 * redirects to a confirmation, and the user has to press the button again.
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
    const { session: named, all } = fieldsOf(request.body);
    const { cookie } = request.headers;
    const found = await privilegedSession({ kratos, settings, cookie, anchor: 'sessions' });
    if ('redirect' in found) {
      response.redirect(303, found.redirect);
      return;
    }

    const ids = typeof named === 'string' ? [...new Set(named.split(' ').filter(Boolean))] : [];
    if (ids.length === 0 && all === undefined) throw sessionNotNamed();
    const answers =
      ids.length === 0
        ? [await kratos.answer(frontendRequests.disableMyOtherSessions(), { cookie })]
        : await fewAtATime(ids.slice(0, mostIds), (id) =>
            kratos.answer(frontendRequests.disableMySession(id), { cookie }),
          );
    // 404: the session has already ended
    if (answers.some(({ status }) => status !== 200 && status !== 204 && status !== 404))
      throw upstreamFailed();
    response.append('Set-Cookie', justEnded.set(settings.PORTAL_URL));
    response.redirect(303, sectionPath(doneAnchor));
  };
}
