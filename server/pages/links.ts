import { startQuery } from '../../shared/flow/startQuery.ts';
import type { FlowKind, FlowOf } from '../../shared/page.ts';
import type { Visit } from './page.ts';
import { pageUrl } from './pageUrl.ts';

/** Query parameters by name. */
type Parameters = Record<string, string | undefined>;

const parametersOf = (...urls: (string | undefined)[]): Parameters => Object.fromEntries(startQuery(...urls));

/** What makes a sign-in more than one to this portal: Kratos carries it through no recovery. */
const signInParameters = ['login_challenge', 'organization', 'identity_schema'] as const;

/** A way back that leads to the portal itself. */
function ownUrl(returnTo: string | undefined, portalUrl: string): URL | undefined {
  if (returnTo === undefined || !URL.canParse(returnTo, portalUrl)) return undefined;
  const url = new URL(returnTo, portalUrl);
  return url.origin === portalUrl ? url : undefined;
}

/** Where Kratos goes on with a change that it had confirmed: only the session that began it can. */
const changeUnderWay = '/self-service/settings';

/** Gives the parameters that a way back stands for: those of the portal's own sign-in page are its own. */
function wayBackOf(returnTo: string | undefined, portalUrl: string): Parameters {
  const url = ownUrl(returnTo, portalUrl);
  if (url?.pathname === '/login') return { return_to: undefined, ...parametersOf(url.search) };
  if (url?.pathname === changeUnderWay) return { return_to: `${portalUrl}/settings` };
  return { return_to: returnTo };
}

/** What a flow was started for, which the next one is to be started for as well; not that it confirms a session. */
export function purposeOf(
  flow: Partial<Pick<FlowOf['login'], 'request_url' | 'return_to' | 'oauth2_login_challenge'>>,
  { url, settings }: Pick<Visit, 'url' | 'settings'>,
): Parameters {
  const given = parametersOf(flow.request_url, url);
  if (flow.return_to) given.return_to = flow.return_to;
  const purpose: Parameters = { ...given, ...wayBackOf(given.return_to, settings.PORTAL_URL) };
  if (flow.oauth2_login_challenge) purpose.login_challenge = flow.oauth2_login_challenge;
  return { ...purpose, aal: undefined, refresh: undefined, via: undefined };
}

/** Where a recovery leads after the settings, in which it always ends: a way back there would be one in circles. */
function afterRecovery(returnTo: string | undefined, portalUrl: string): string | undefined {
  const url = ownUrl(returnTo, portalUrl);
  return url?.pathname === '/settings' ? (url.searchParams.get('return_to') ?? undefined) : returnTo;
}

/**
 * A link from one flow's page to another flow for the same purpose: with the way back, the request of an application, the
 * organization and the kind of identity. A recovery takes only a way back, so it leads back to a sign-in with all the rest.
 *
 * @param kind the page that the link leads to
 * @param purpose see `purposeOf`
 */
export function linkTo(kind: FlowKind, purpose: Parameters, { settings }: Pick<Visit, 'settings'>): string {
  if (kind === 'login' || kind === 'registration') return pageUrl(`/${kind}`, purpose);
  const isMore = signInParameters.some((name) => purpose[name]);
  const back = isMore ? settings.PORTAL_URL + pageUrl('/login', purpose) : purpose.return_to;
  return pageUrl(`/${kind}`, {
    return_to: kind === 'recovery' ? afterRecovery(back, settings.PORTAL_URL) : back,
  });
}

/** The sign-in page for somebody whose session has ended without their doing, which it says. */
export const signInAgain = (parameters: Parameters): string =>
  pageUrl('/login', { ...parameters, ended: 'true' });
