import type { Session } from '@ory/client';
import type { Fields } from '../../shared/fields.ts';
import type { EndedDevices } from '../../shared/sessions.ts';
import { sharedName } from '../../shared/userAgent.ts';
import { sessionNotNamed } from '../http/errors.ts';
import { fewAtATime } from '../upstreams/fewAtATime.ts';
import type { KratosFrontend } from '../upstreams/kratos.ts';
import { listOthers } from '../upstreams/ownSessions.ts';
import { frontendRequests } from '../upstreams/requests.ts';
import { upstreamFailed } from '../upstreams/upstreamErrors.ts';

/** Ends sessions. @throws PortalError 502 when the provider does not end them */
async function end(
  kratos: KratosFrontend,
  requests: readonly ReturnType<typeof frontendRequests.disableMySession>[],
  cookie: string | undefined,
): Promise<void> {
  const answers = await fewAtATime(requests, (request) => kratos.answer(request, { cookie }));
  // 404: the session has already ended
  if (answers.some(({ status }) => ![200, 204, 404].includes(status))) throw upstreamFailed();
}

/**
 * Ends the sessions of a device, whose ids a form's `session` names, separated by spaces; or with `all`, the number of their
 * devices, all but this browser's.
 *
 * @returns the devices that were signed out
 * @throws PortalError 502 when the provider does not list or end them
 */
export async function endSessions(
  kratos: KratosFrontend,
  { session: named, all }: Fields,
  current: Session,
  cookie: string | undefined,
): Promise<EndedDevices> {
  const ids = new Set(typeof named === 'string' ? named.split(' ').filter(Boolean) : []);
  if (ids.size === 0) {
    if (all === undefined) throw sessionNotNamed();
    await end(kratos, [frontendRequests.disableMyOtherSessions()], cookie);
    return { devices: typeof all === 'string' && /^\d{1,3}$/.test(all) ? Number(all) : 1 };
  }
  // Kratos also claims to have ended a session that it does not know
  const known = (await listOthers({ kratos, cookie }, current))?.filter(({ id }) => ids.has(id));
  if (!known) throw upstreamFailed();
  const requests = known.map(({ id }) => frontendRequests.disableMySession(id));
  await end(kratos, requests, cookie);
  const agents = known.map(({ devices }) => devices?.[0]?.user_agent);
  return known.length === 0 ? { devices: 0 } : { devices: 1, name: sharedName(agents) };
}
