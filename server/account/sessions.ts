import { sessionNotNamed } from '../http/errors.ts';
import { upstreamFailed } from '../upstreams/upstreamErrors.ts';
import type { Fields } from '../../shared/fields.ts';
import { fewAtATime } from '../upstreams/fewAtATime.ts';
import type { KratosFrontend } from '../upstreams/kratos.ts';
import { frontendRequests } from '../upstreams/requests.ts';

/** The largest number of sessions in the list. */
const mostIds = 250;

/**
 * Ends the sessions named by a form's `session` (ids separated by spaces), or with `all`, the number of their devices, all but
 * this browser's.
 *
 * @throws PortalError 502 when the provider does not end them
 */
export async function endSessions(
  kratos: KratosFrontend,
  { session: named, all }: Fields,
  cookie: string | undefined,
): Promise<void> {
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
}
