import type { Request, RequestHandler } from 'express';
import { fieldsOf, textIn } from '../../shared/fields.ts';
import { challengeOver } from '../http/errors.ts';
import { upstreamFailed } from '../http/upstreamErrors.ts';
import { justSignedOut } from '../security/cookies/notices.ts';
import { endSession } from '../pages/endSession.ts';
import type { Loader } from '../pages/loader.ts';
import { pageUrl } from '../urls/paths.ts';
import type { LogoutRequest } from '../provider/challenges.ts';
import { clientUrl } from '../provider/clientDetails.ts';
import type { Hydra } from '../provider/hydra.ts';
import { forgetAddresses, type AddressCookies } from '../security/cookies/forgetAddresses.ts';
import type { KratosFrontend } from '../provider/kratos.ts';
import { requireHydra, urlAfter } from './hydra.ts';
import type { HydraSession } from './hydraSession.ts';
import { protectOrAskAgain, type ProtectOptions } from './protectOrAskAgain.ts';

interface LogoutChallengeOptions extends AddressCookies {
  /** Undefined if the settings name no Hydra. */
  hydra: Hydra | undefined;
  hydraSession: HydraSession;
}

/** Returns the client that asks for a logout; undefined for a logout that Hydra itself or the portal started. */
const askingClient = ({ rp_initiated, client }: LogoutRequest): LogoutRequest['client'] | undefined =>
  rp_initiated ? client : undefined;

/**
 * `GET /logout?logout_challenge=…`: asks whether to log out, unless the user has just confirmed it at the portal, or
 * the client is trusted to have asked (`skip_logout_consent`) and it is known whose session would end. Once the
 * challenge is over, a user who is still signed in can log out at the portal.
 *
 * @param load the page without a challenge
 * @throws PortalError 410 when the challenge is over and nobody is signed in, 502 or 504 when the provider gives no
 *   usable answer
 */
export const withLogoutChallenge =
  (load: Loader, { hydra: given, hydraSession, ...addresses }: LogoutChallengeOptions): Loader =>
  async (visit) => {
    const challenge = visit.query.get('logout_challenge');
    if (!challenge) return load(visit);
    const hydra = requireHydra(given);
    const found = await hydra.challenges.logout(challenge);
    if ('over' in found) {
      const { kind } = await visit.visitor();
      if (kind === 'signedOut' || kind === 'unknown') throw challengeOver();
      return load(visit);
    }
    if ('redirectTo' in found) return { redirect: found.redirectTo };

    const { request } = found;
    const client = askingClient(request);
    const isConfirmed = client === undefined && hydraSession.isConfirmed(visit.cookie);
    // a client may only end its own user's session
    const who = client?.skip_logout_consent ? await visit.visitor() : undefined;
    if (who?.kind === 'unknown') throw upstreamFailed();
    // the session's owner is known only after the second factor
    if (isConfirmed || (who && who.kind !== 'secondFactor')) {
      const isSubject = who?.kind === 'signedIn' && who.session.identity?.id === request.subject;
      // another account's address stays
      const leaves = isSubject || who?.kind === 'signedOut';
      const forgotten = leaves ? forgetAddresses(visit.cookie, addresses) : [];
      const ended = isSubject
        ? await endSession(visit.kratos, visit.cookie, visit.settings.PORTAL_URL)
        : undefined;
      return {
        redirect: urlAfter(await hydra.challenges.acceptLogout(challenge)),
        setCookie: [...(ended?.setCookie ?? []), ...(isConfirmed ? [hydraSession.forget] : []), ...forgotten],
      };
    }
    const clientName = textIn(client?.client_name);
    return {
      page: { name: 'logout', props: { challenge, ...(clientName && { clientName }) } },
      languages: languagesIn(request),
    };
  };

/** Returns the languages that the client wants for the page (OpenID Connect RP-Initiated Logout 1.0, section 2). */
const languagesIn = ({ request_url: url }: LogoutRequest): string[] =>
  (new URLSearchParams(/\?(.*)/.exec(url ?? '')?.[1]).get('ui_locales') ?? '').split(' ').filter(Boolean);

/** Returns the page whose form a request submits. */
const pageOf = (request: Request): string =>
  pageUrl('/logout', { logout_challenge: textIn(fieldsOf(request.body).challenge) });

interface LogoutPostOptions extends Pick<LogoutChallengeOptions, 'hydra'>, ProtectOptions {
  kratos: KratosFrontend;
  portalUrl: string;
}

/**
 * `POST /logout` with a `challenge`: on Yes, ends the session at Kratos, and redirects to Hydra, which logs its
 * clients out; otherwise back to the client that asked. Forms without a challenge are left to the next route.
 *
 * @throws PortalError 410 when the challenge is over, 502 or 504 when the provider gives no usable answer
 */
export const postLogoutChallenge = ({
  hydra: given,
  kratos,
  portalUrl,
  ...protection
}: LogoutPostOptions): RequestHandler[] => [
  (request, _response, next) =>
    next(textIn(fieldsOf(request.body).challenge) === undefined ? 'route' : undefined),
  protectOrAskAgain(protection, pageOf),
  async (request, response) => {
    const { challenges } = requireHydra(given);
    const { challenge, submit } = fieldsOf(request.body) as { challenge: string; submit?: unknown };
    const found = await challenges.logout(challenge);
    if ('over' in found || 'redirectTo' in found) {
      response.redirect(303, 'over' in found ? pageOf(request) : found.redirectTo);
      return;
    }
    if (submit !== 'Yes') {
      await challenges.rejectLogout(challenge);
      response.redirect(303, clientUrl(askingClient(found.request)?.client_uri) ?? '/');
      return;
    }
    const { wasSignedIn, setCookie } = await endSession(kratos, request.headers.cookie, portalUrl);
    response.append('Set-Cookie', setCookie);
    // if the application names no page of its own, Hydra redirects to the sign-in
    if (wasSignedIn) response.append('Set-Cookie', justSignedOut.set(portalUrl));
    response.redirect(303, urlAfter(await challenges.acceptLogout(challenge)));
  },
];
