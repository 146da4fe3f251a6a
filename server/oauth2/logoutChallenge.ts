import type { Request, RequestHandler } from 'express';
import { fieldsOf, textIn } from '../../shared/fields.ts';
import { challengeOver } from '../http/errors.ts';
import { upstreamFailed } from '../upstreams/upstreamErrors.ts';
import { justSignedOut } from '../security/cookies/notices.ts';
import { endSession } from '../pages/endSession.ts';
import type { Loaded, Loader } from '../pages/loader.ts';
import { pageUrl } from '../urls/paths.ts';
import type { LogoutRequest } from '../upstreams/challenges.ts';
import { clientUrl } from '../upstreams/clientDetails.ts';
import { unverifiedAddress, visitor, type Visitor } from '../upstreams/session.ts';
import { forgetAddresses } from '../security/cookies/browserCookies.ts';
import { requireHydra, urlAfter, type OAuth2Options } from './hydra.ts';
import { languagesIn, withoutToken } from './logoutRequest.ts';
import { queryIn } from '../http/requestHead.ts';
import { protectOrAskAgain } from '../security/cookies/protectOrAskAgain.ts';

/** Returns the client that asks for a logout; undefined for a logout that Hydra itself or the portal started. */
const askingClient = ({ rp_initiated, client }: LogoutRequest): LogoutRequest['client'] | undefined =>
  rp_initiated ? client : undefined;

/**
 * Whether the visitor is the user whose sessions a client asks to end. Anybody who has an ID token of the user can ask, in any
 * browser; a logout that Hydra itself started only counts in the browser that started it, and Hydra checks that.
 *
 * @throws PortalError 502 if Kratos does not say who is signed in
 */
function isSubject(who: Visitor, { subject }: LogoutRequest): boolean {
  if (who.kind === 'unknown') throw upstreamFailed();
  return who.kind === 'signedIn' && Boolean(subject) && who.session.identity?.id === subject;
}

/**
 * `GET /logout?logout_challenge=…`: asks whether to log out, unless the user has just confirmed it at the portal, or
 * the client is trusted to have asked (`skip_logout_consent`). A client's request to log out anybody but the visitor
 * continues as one without an ID token, which ends what is in this browser. Once the challenge is over, a user who is
 * still signed in can log out at the portal.
 *
 * @param load the page without a challenge
 * @throws PortalError 410 when the challenge is over and nobody is signed in, 502 or 504 when the provider gives no
 *   usable answer
 */
export const withLogoutChallenge =
  (load: Loader, options: OAuth2Options): Loader =>
  async (visit) => {
    const { hydra: given, hydraSession } = options;
    const challenge = visit.query.get('logout_challenge');
    if (!challenge) return load(visit);
    const hydra = requireHydra(given);
    const found = await hydra.challenges.logout(challenge);
    if ('over' in found) {
      const { kind } = await visit.visitor();
      if (kind === 'signedOut' || kind === 'unknown') throw challengeOver();
      return load(visit);
    }
    // Hydra leads on to the used request, with its ID token: whoever has the challenge could read it
    if ('redirectTo' in found) return { redirect: withoutToken(found.redirectTo) };

    const { request } = found;
    const client = askingClient(request);
    const accepted = async (setCookie: string[]): Promise<Loaded> => ({
      redirect: urlAfter(await hydra.challenges.acceptLogout(challenge)),
      setCookie,
    });
    if (!client && hydraSession.isConfirmed(visit.cookie)) return accepted([hydraSession.forget]);
    if (client && !isSubject(await visit.visitor(), request))
      return { redirect: withoutToken(request.request_url, client.client_id) };
    if (client?.skip_logout_consent) {
      const { setCookie } = await endSession(visit.kratos, visit.cookie, visit.settings.PORTAL_URL);
      return accepted([...setCookie, ...forgetAddresses(visit.cookie, options)]);
    }
    const clientName = textIn(client?.client_name);
    const unverified = unverifiedAddress(await visit.visitor());
    const props = { challenge, ...(clientName && { clientName }), ...(unverified && { unverified }) };
    return { page: { name: 'logout', props }, languages: languagesIn(queryIn(request.request_url ?? '')) };
  };

/** Returns the page whose form a request submits. */
const pageOf = (request: Request): string =>
  pageUrl('/logout', { logout_challenge: textIn(fieldsOf(request.body).challenge) });

/**
 * `POST /logout` with a `challenge`: on Yes, ends the session at Kratos, and redirects to Hydra, which logs its
 * clients out; otherwise back to the client that asked. Forms without a challenge are left to the next route.
 *
 * @throws PortalError 410 when the challenge is over, 502 or 504 when the provider gives no usable answer
 */
export const postLogoutChallenge = ({
  hydra,
  kratos,
  settings: { PORTAL_URL: portalUrl },
  csrf,
  cookies,
  formerAccount,
}: OAuth2Options): RequestHandler[] => [
  (request, _response, next) =>
    next(textIn(fieldsOf(request.body).challenge) === undefined ? 'route' : undefined),
  protectOrAskAgain({ csrf, cookies, formerAccount }, pageOf),
  async (request, response) => {
    const { challenges } = requireHydra(hydra);
    const { challenge, submit } = fieldsOf(request.body) as { challenge: string; submit?: unknown };
    const found = await challenges.logout(challenge);
    if (!('request' in found)) {
      response.redirect(303, pageOf(request));
      return;
    }
    if (submit !== 'Yes') {
      // Hydra is not told: it would forget the request, and Back and Yes could not answer it
      response.redirect(303, clientUrl(askingClient(found.request)?.client_uri) ?? '/');
      return;
    }
    const { cookie } = request.headers;
    if (askingClient(found.request) && !isSubject(await visitor(kratos, cookie), found.request)) {
      response.redirect(303, pageOf(request));
      return;
    }
    const { wasSignedIn, setCookie } = await endSession(kratos, cookie, portalUrl);
    response.append('Set-Cookie', setCookie);
    // if the application names no page of its own, Hydra redirects to the sign-in
    if (wasSignedIn) response.append('Set-Cookie', justSignedOut.set(portalUrl));
    response.redirect(303, urlAfter(await challenges.acceptLogout(challenge)));
  },
];
