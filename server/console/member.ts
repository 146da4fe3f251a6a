import type { Request, RequestHandler, Response } from 'express';
import type { ConsoleRole } from '../../shared/console/acts.ts';
import { isRecent, readingMaxAgeMs } from '../admin/adminPolicy.ts';
import { isAtLeast } from '../admin/sessionCaller.ts';
import { consoleRole, type ConsoleRolesOptions } from '../admin/consoleRoles.ts';
import { notFound } from '../http/errors.ts';
import type { Pages } from '../pages/renderer.ts';
import type { Settings } from '../settings/config.ts';
import { accountName, type Visitor } from '../upstreams/session.ts';
import { upstreamFailed } from '../upstreams/upstreamErrors.ts';
import { pageUrl } from '../urls/paths.ts';

/** Somebody with a role in the console. */
export interface Member {
  role: ConsoleRole;
  /** The id of their identity. */
  id: string;
  name: string;
  who: Visitor;
}

/** What decides who is a member. */
export interface MemberOptions extends ConsoleRolesOptions {
  settings: ConsoleRolesOptions['settings'] & Pick<Settings, 'PORTAL_URL' | 'PORTAL_ADMIN_MAX_AGE'>;
  visitorOf: Pages['visitorOf'];
  /** Called with somebody whose sign-in is known and does not do, and why; by default nobody notes it. */
  onRefusal?: (id: string, request: Request, reason: string) => Promise<unknown>;
}

/**
 * Finds out who visits the console. Whoever has no role gets what any address gets that does not exist; somebody who has one but
 * no second factor, or whose sign-in is too old, is sent to confirm it and back.
 *
 * @param changes whether something is to be changed: for that the sign-in is more recent
 * @returns undefined if the visitor was redirected
 * @throws PortalError 404 for everybody else, 502 or 504 when the provider does not answer
 */
async function findMember(
  request: Request,
  response: Response,
  { changes, ...options }: MemberOptions & { changes: boolean },
): Promise<Member | undefined> {
  const { settings, visitorOf } = options;
  const who = await visitorOf(request);
  if (who.kind === 'unknown') throw upstreamFailed();
  const confirm = (parameters: Record<string, string>): void => {
    const return_to = settings.PORTAL_URL + request.originalUrl;
    response.redirect(303, pageUrl('/login', { ...parameters, return_to }));
  };
  // Kratos does not say whose session it is: everybody gives the second factor first
  if (who.kind === 'secondFactor') {
    confirm({ aal: 'aal2' });
    return undefined;
  }
  const identity = who.kind === 'signedIn' ? who.session.identity : undefined;
  if (who.kind !== 'signedIn' || !identity) throw notFound();
  const { session } = who;
  const role = await consoleRole(identity, options);
  const refused = (reason: string): Promise<unknown> | undefined =>
    options.onRefusal?.(identity.id, request, reason);
  if (role === undefined) {
    await refused('forbidden');
    throw notFound();
  }
  const maxAge = changes ? settings.PORTAL_ADMIN_MAX_AGE : readingMaxAgeMs;
  if (!isAtLeast(session.authenticator_assurance_level, 'aal2')) {
    await refused('second factor');
    confirm({ aal: 'aal2' });
  } else if (!isRecent(session.authenticated_at, maxAge)) {
    await refused('old sign-in');
    confirm({ refresh: 'true', aal: 'aal2' });
  } else return { role, id: identity.id, name: accountName(session), who };
  return undefined;
}

/** A request of somebody with a role. */
export type MemberHandler = (request: Request, response: Response, member: Member) => Promise<void>;

const members = new WeakMap<Request, Member>();

/** Lets members pass, and nobody else. */
export const membersFirst =
  (options: MemberOptions, changes: boolean): RequestHandler =>
  async (request, response, next) => {
    const member = await findMember(request, response, { ...options, changes });
    if (!member) return;
    members.set(request, member);
    next();
  };

/** Returns the member whose request it is, as far as that is known. */
export const memberOrNone = (request: Request): Member | undefined => members.get(request);

/** Returns the member whose request it is. @throws PortalError 404 where `membersFirst` has not found one */
export function memberOf(request: Request): Member {
  const member = members.get(request);
  if (!member) throw notFound();
  return member;
}

/** Handles a request of a member, whom `membersFirst` has found. */
export const withMember =
  (handle: MemberHandler): RequestHandler =>
  (request, response) =>
    handle(request, response, memberOf(request));
