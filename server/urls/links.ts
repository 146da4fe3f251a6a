import { startQuery } from '../../shared/flow/startQuery.ts';
import type { FlowKind, FlowOf } from '../../shared/page.ts';
import type { Settings } from '../settings/config.ts';
import { ownPath, pageUrl, submittedFlow } from './paths.ts';
import type { Request } from 'express';

/** The page that a link is on. */
interface From {
  /** Its path and query. */
  url: string;
  settings: Pick<Settings, 'PORTAL_URL'>;
}

/** Query parameters by name. */
type Parameters = Record<string, string | undefined>;

const parametersOf = (...urls: (string | undefined)[]): Parameters => Object.fromEntries(startQuery(...urls));

/** Parameters of a sign-in that Kratos does not carry through a recovery. */
const signInParameters = ['login_challenge', 'organization', 'identity_schema'] as const;

/** A `return_to` on the portal's own origin; undefined for any other. */
function ownUrl(returnTo: string | undefined, portalUrl: string): URL | undefined {
  if (returnTo === undefined || !URL.canParse(returnTo, portalUrl)) return undefined;
  const url = new URL(returnTo, portalUrl);
  return url.origin === portalUrl ? url : undefined;
}

/** The path at which Kratos continues a settings change once the session that began it is confirmed. */
const changeUnderWay = '/self-service/settings';

/** Returns the parameters for a `return_to`: if it is the portal's sign-in page, those of that page. */
function returnParameters(returnTo: string | undefined, portalUrl: string): Parameters {
  const url = ownUrl(returnTo, portalUrl);
  if (url?.pathname === '/login') return { return_to: undefined, ...parametersOf(url.search) };
  if (url?.pathname === changeUnderWay) return { return_to: `${portalUrl}/settings` };
  return { return_to: returnTo };
}

/** Returns a flow's purpose, to pass on to the next flow; without the parameters of a step-up or confirmation. */
export function purposeOf(
  flow: Partial<Pick<FlowOf['login'], 'request_url' | 'return_to' | 'oauth2_login_challenge'>>,
  { url, settings }: From,
): Parameters {
  const parameters = parametersOf(flow.request_url, url);
  if (flow.return_to) parameters.return_to = flow.return_to;
  const purpose: Parameters = {
    ...parameters,
    ...returnParameters(parameters.return_to, settings.PORTAL_URL),
  };
  if (flow.oauth2_login_challenge) purpose.login_challenge = flow.oauth2_login_challenge;
  return { ...purpose, aal: undefined, refresh: undefined, via: undefined };
}

/** Returns where a recovery returns to: it ends in the settings, whose own `return_to` replaces one that leads there. */
function afterRecovery(returnTo: string | undefined, portalUrl: string): string | undefined {
  const url = ownUrl(returnTo, portalUrl);
  return url?.pathname === '/settings' ? (url.searchParams.get('return_to') ?? undefined) : returnTo;
}

/**
 * Returns a link from one flow's page to another flow for the same purpose: it carries `return_to`, the login
 * challenge, the organization and the identity schema. A recovery only accepts `return_to`, so it returns to a
 * sign-in with the rest.
 *
 * @param purpose see `purposeOf`
 */
export function linkTo(kind: FlowKind, purpose: Parameters, { settings }: Pick<From, 'settings'>): string {
  if (kind === 'login' || kind === 'registration') return pageUrl(`/${kind}`, purpose);
  const hasSignInParameters = signInParameters.some((name) => purpose[name]);
  const returnTo = hasSignInParameters ? settings.PORTAL_URL + pageUrl('/login', purpose) : purpose.return_to;
  return pageUrl(`/${kind}`, {
    return_to: kind === 'recovery' ? afterRecovery(returnTo, settings.PORTAL_URL) : returnTo,
  });
}

/** Returns the URL at which a sign-up that opened a verification of a wrong address starts again, filled in. */
export const correctUrl = (verification: string, purpose: Parameters): string =>
  pageUrl('/registration', { ...purpose, correct: verification });

/** Returns the URL of the sign-in page that says that the session has ended. */
export const signInAgain = (parameters: Parameters): string =>
  pageUrl('/login', { ...parameters, ended: 'true' });

/** Returns where a form of a page leads that must be sent again: to the page, or to the sign-in if the session has ended. */
export const orSignInAgain =
  (page: string) =>
  (_request: unknown, hasSession: boolean): string =>
    hasSession ? page : signInAgain({ return_to: page });

/** A flow id that never exists: the page then starts a new flow and says why. */
const noFlow = 'none';

/** Returns the URL at which to ask for another mailed link; it says that the one opened, of this flow, cannot work. */
export const linkOver = (kind: FlowKind, flow = ''): string =>
  pageUrl(`/${kind}`, { flow: flow === '' ? noFlow : flow, link: 'over' });

/**
 * Returns the page whose form a request has posted: that of the submitted flow, with the flow, or another one that has its
 * form, such as the start page.
 */
export function formPage(request: Request, portalUrl: string): string {
  const { pathname = '', searchParams } = URL.parse(portalUrl + request.originalUrl) ?? {};
  const kind = submittedFlow(pathname);
  if (kind === undefined) return '/';
  const from = ownPath(request.get('referer') ?? '', portalUrl);
  if (from !== undefined && URL.parse(from, portalUrl)?.pathname !== `/${kind}`) return from;
  return pageUrl(`/${kind}`, { flow: searchParams?.get('flow') ?? undefined });
}
