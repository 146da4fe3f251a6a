import type { Session } from '@ory/client';
import type { Fields } from '../../shared/fields.ts';
import type { OwnApplications } from '../../shared/applications.ts';
import type { OwnSessions } from '../../shared/sessions.ts';
import { grantNotNamed, notConfigured } from '../http/errors.ts';
import { upstreamFailed } from '../upstreams/upstreamErrors.ts';
import { PortalError } from '../http/PortalError.ts';
import type { Visit } from '../pages/loader.ts';
import type { GivenConsent } from '../upstreams/grants.ts';
import type { Hydra } from '../upstreams/hydra.ts';
import { grantedApplications } from './grantedApplications.ts';
import { justWithdrawn } from '../security/cookies/notices.ts';
import { oneYear, ownCookie } from '../security/cookies/ownCookie.ts';

/** The cookie with the time at which this browser last showed the list of applications. */
const seenCookie = ownCookie('portal_applications_seen', oneYear);

/** Returns when the list was last seen, in milliseconds since 1970; 0 if never. @param header a Cookie header */
function applicationsSeenAt(header: string | undefined, portalUrl: string): number {
  const value = seenCookie.read(header, portalUrl) ?? '';
  return /^\d{1,15}$/.test(value) ? Number(value) : 0;
}

/** Returns the `Set-Cookie` that marks the list as seen now. @param portalUrl the portal's own origin */
export const applicationsSeenNow = (portalUrl: string): string =>
  seenCookie.keep(String(Date.now()), portalUrl);

/** Deadline for Hydra's list, in milliseconds, whatever the settings say: the page works without it. */
const listDeadlineMs = 2000;

/** Returns the visitor's consents; undefined if nobody is signed in, or Hydra gives no usable answer in time. */
export async function ownConsents(
  hydra: Hydra,
  { visitor }: Pick<Visit, 'visitor'>,
): Promise<GivenConsent[] | undefined> {
  const who = await visitor();
  const subject = who.kind === 'signedIn' ? who.session.identity?.id : undefined;
  if (subject === undefined) return undefined;
  const signal = AbortSignal.timeout(listDeadlineMs);
  try {
    return await hydra.grants.list(subject, signal);
  } catch (problem) {
    if (problem instanceof PortalError || signal.aborted) return undefined;
    throw problem;
  }
}

/** Returns the applications that the settings list for these consents. @param sessions the visitor's */
export function ownApplications(
  consents: readonly GivenConsent[] | undefined,
  sessions: OwnSessions | undefined,
  { cookie, settings }: Pick<Visit, 'cookie' | 'settings'>,
): OwnApplications {
  const { PORTAL_URL: portalUrl } = settings;
  const present = sessions ? [sessions.current, ...sessions.others].map(({ id }) => id) : [];
  return {
    withdrawn: justWithdrawn.isIn(cookie, portalUrl),
    ...(consents && {
      list: grantedApplications(consents, {
        seenAt: applicationsSeenAt(cookie, portalUrl),
        sessions: present,
      }),
    }),
  };
}

/**
 * Withdraws what a form names, with its tokens: the access of an application, or of all.
 *
 * @throws PortalError 502 or 504 when Hydra does not revoke it
 */
export async function withdraw(
  hydra: Hydra | undefined,
  { client, all }: Fields,
  { identity }: Session,
): Promise<void> {
  if (!hydra) throw notConfigured('HYDRA_ADMIN_URL');
  if (!identity) throw upstreamFailed();
  const { grants } = hydra;
  if (typeof client === 'string' && client !== '') await grants.revoke(identity.id, { client });
  else if (all !== undefined) await grants.revoke(identity.id, 'all');
  else throw grantNotNamed();
}
