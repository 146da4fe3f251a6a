import type { RequestHandler } from 'express';
import { fieldsOf } from '../../shared/fields.ts';
import { doneAnchor } from '../../shared/flow/settingsChange.ts';
import type { OwnApplications } from '../../shared/applications.ts';
import type { OwnSessions } from '../../shared/sessions.ts';
import { grantNotNamed, notConfigured } from '../http/errors.ts';
import { upstreamFailed } from '../http/upstreamErrors.ts';
import { PortalError } from '../http/PortalError.ts';
import type { Visit } from '../pages/loader.ts';
import { fewAtATime } from '../provider/fewAtATime.ts';
import type { Grant, Grants } from '../provider/grants.ts';
import type { Hydra } from '../provider/hydra.ts';
import type { KratosFrontend } from '../provider/kratos.ts';
import type { Settings } from '../settings/config.ts';
import { applicationsSeenAt } from './applicationsSeen.ts';
import { grantedApplications, shownTogether } from './grantedApplications.ts';
import { justWithdrawn } from '../security/cookies/notices.ts';
import { privilegedSession, sectionPath } from './privilegedSession.ts';

/** The anchor of the settings' section. */
export const applicationsAnchor = 'applications';

/** Deadline for Hydra's list, in milliseconds, whatever the settings say: the page works without it. */
const listDeadlineMs = 2000;

/** Returns the visitor's grants; undefined if nobody is signed in, or Hydra gives no usable answer in time. */
export async function ownGrants(
  hydra: Hydra,
  { visitor }: Pick<Visit, 'visitor'>,
): Promise<Grant[] | undefined> {
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

/** Returns the applications that the settings list for these grants. @param sessions the visitor's */
export function ownApplications(
  grants: readonly Grant[] | undefined,
  sessions: OwnSessions | undefined,
  { cookie, settings }: Pick<Visit, 'cookie' | 'settings'>,
): OwnApplications {
  const { PORTAL_URL: portalUrl } = settings;
  const present = sessions ? [sessions.current, ...sessions.others].map(({ id }) => id) : [];
  return {
    withdrawn: justWithdrawn.isIn(cookie, portalUrl),
    ...(grants && {
      list: grantedApplications(grants, { seenAt: applicationsSeenAt(cookie, portalUrl), sessions: present }),
    }),
  };
}

/** Withdraws the consents that are shown as one grant. */
async function withdrawGrant(grants: Grants, subject: string, id: string): Promise<void> {
  const { ids, ofClient } = shownTogether(await grants.list(subject), id);
  if (ofClient !== undefined) return grants.revoke(subject, { client: ofClient });
  // Hydra keeps a consent for each sign-in that asked for it
  await fewAtATime(ids, grants.revokeOne);
}

/** Withdraws what a form names: one grant, all grants of a client, or everything. */
async function withdraw(grants: Grants, subject: string, fields: Record<string, unknown>): Promise<void> {
  const { grant, client, all } = fields;
  if (typeof grant === 'string' && grant !== '') await withdrawGrant(grants, subject, grant);
  else if (typeof client === 'string' && client !== '') await grants.revoke(subject, { client });
  else if (all !== undefined) await grants.revoke(subject, 'all');
  else throw grantNotNamed();
}

/**
 * `POST /settings/applications`: withdraws the signed-in user's grants with their tokens, and redirects back to the
 * settings, which confirm it. Requires a privileged session, like `postSessions`.
 *
 * @throws PortalError 502 or 504 when Hydra does not revoke it
 */
export function postApplications({
  hydra,
  kratos,
  settings,
}: {
  /** Undefined if the settings name no Hydra. */
  hydra: Hydra | undefined;
  kratos: KratosFrontend;
  settings: Settings;
}): RequestHandler {
  return async (request, response) => {
    if (!hydra) throw notConfigured('HYDRA_ADMIN_URL');
    const { cookie } = request.headers;
    const found = await privilegedSession({ kratos, settings, cookie, anchor: applicationsAnchor });
    if ('redirect' in found) {
      response.redirect(303, found.redirect);
      return;
    }
    const subject = found.session.identity?.id;
    if (subject === undefined) throw upstreamFailed();
    await withdraw(hydra.grants, subject, fieldsOf(request.body));
    response.append('Set-Cookie', justWithdrawn.set(settings.PORTAL_URL));
    response.redirect(303, sectionPath(doneAnchor));
  };
}
