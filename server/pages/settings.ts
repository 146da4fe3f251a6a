import { ownSessions } from '../provider/ownSessions.ts';
import type { TypedFieldsCookie } from '../security/typedFields.ts';
import { fillIn } from './fillIn.ts';
import { loadFlow } from './flowPage.ts';
import type { Loader } from './page.ts';

/**
 * `GET /settings`: manage the account that one is signed in to.
 *
 * @param typedFields knows what was typed without scripts over a session that had ended; the first page to be shown fills it
 *   in, if it is of the same flow
 */
export const settings =
  (typedFields: TypedFieldsCookie): Loader =>
  async (visit) => {
    const [loaded, sessions] = await Promise.all([loadFlow('settings', visit), ownSessions(visit)]);
    if ('redirect' in loaded) return loaded;
    const { cookie } = visit;
    const { flow } = loaded;
    const typed = typedFields.read(cookie, flow.id);
    const notice = loaded.notice ?? (typed && 'confirmed');
    const props = {
      flow: typed ? fillIn(flow, typed) : flow,
      ...(notice && { notice }),
      logoutUrl: '/logout',
      ...(sessions && { sessions }),
    };
    const setCookie = typedFields.isIn(cookie)
      ? [...loaded.setCookie, typedFields.expired]
      : loaded.setCookie;
    return { page: { name: 'settings', props }, setCookie };
  };
