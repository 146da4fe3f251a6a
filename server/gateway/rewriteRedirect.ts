import { anchorOf, groups, methodOf } from '../../shared/flow/methods.ts';
import { pageUrl } from '../urls/paths.ts';
import { justRegistered } from '../security/cookies/notices.ts';
import { signInAgain } from '../urls/links.ts';
import { isFromOwnPage } from '../security/request/isFromOwnPage.ts';
import { readFields, type FormFields } from '../security/limits/formFields.ts';
import { isKept, type TypedFields } from '../security/cookies/typedFields.ts';
import type { Call, FormAnswerOptions, GatewayRequest, RedirectRewrite } from './forward/exchange.ts';
import { peekForm } from './checks/peekForm.ts';
import { signsUp } from './signUpMark.ts';
import { isWaitingSignIn } from '../../shared/flow/signInUrl.ts';
import * as nodeGroup from '../../shared/flow/nodeGroup.ts';
import * as nodeName from '../../shared/flow/nodeName.ts';
import { cookiePair } from '../security/cookies/cookieHeaders.ts';

/** Whether a field of a form without `method` identifies its settings section. */
const isFieldOf = (section: string, name: string): boolean => {
  const { adds, removes } = methodOf(section);
  return name.startsWith(`${section}_`) || name === adds || name === removes;
};

function fragmentOf(fields: FormFields): string {
  const method = fields.get(nodeName.method)?.[0] ?? '';
  const names = [...fields.keys()];
  const section = groups.find((group) => names.some((name) => isFieldOf(group, name)));
  const group = /^[a-z_]+$/.test(method) ? method : section;
  return group === undefined ? '' : `#${anchorOf(group)}`;
}

/** The paths at which Kratos asks for a sign-in: its own, or the sign-in page. */
export const signInPaths: ReadonlySet<string> = new Set(['/self-service/login/browser', '/login']);

/**
 * Returns the typed fields of a submitted profile: none for other sections; undefined for forms from another site.
 */
function typedProfile(
  body: Buffer,
  fields: FormFields,
  request: GatewayRequest,
  portalUrl: string,
): TypedFields | undefined {
  if (!isFromOwnPage(request.headers, portalUrl)) return undefined;
  if (fields.get(nodeName.method)?.[0] !== nodeGroup.profile) return [];
  // includes emptied fields
  return Array.from(new URLSearchParams(body.toString())).filter(([name]) => isKept(name));
}

/**
 * Adds the way back to the section to a redirect to a sign-in or confirmation; if the session has ended, keeps the
 * typed fields. A waiting sign-in continues only after the settings have confirmed the change.
 */
function afterSettings(
  call: Call,
  request: GatewayRequest,
  body: Buffer,
  { portalUrl, typedFields }: FormAnswerOptions,
): RedirectRewrite {
  const fields = readFields('', body, request.headers['content-type']);
  const section = fragmentOf(fields);
  const flow = new URLSearchParams(call.query).get('flow') ?? '';
  return ({ headers: { location = '' } }) => {
    if (!URL.canParse(location, portalUrl)) return undefined;
    if (isWaitingSignIn(location, portalUrl)) return { location: pageUrl('/settings', { flow }) };
    const url = new URL(location, portalUrl);
    if (url.origin !== portalUrl || !signInPaths.has(url.pathname)) return undefined;
    const returnTo = url.searchParams.get('return_to');
    if (returnTo !== null && section !== '' && !returnTo.includes('#')) {
      url.searchParams.set('return_to', returnTo + section);
      return { location: url.href };
    }
    if (url.search !== '') return undefined;
    const typed = typedProfile(body, fields, request, portalUrl);
    return {
      location: signInAgain({ return_to: portalUrl + pageUrl('/settings', { flow }) + section }),
      setCookie: typed && typedFields.keep(flow, typed),
    };
  };
}

/**
 * Paths to which a registration redirects without having created an account, and that of the page that announces the
 * account itself.
 */
const notRegistered = /^\/(?:registration|verification|error|login|self-service\/.*|oauth2\/.*)$/;

/** Adds the notice that the account has been created; Kratos says so only if it signs the user in. */
const afterRegistration =
  (request: GatewayRequest, { portalUrl, cookies }: FormAnswerOptions): RedirectRewrite =>
  ({ headers }) => {
    const { location = '' } = headers;
    const setCookies = headers['set-cookie'] ?? [];
    if (
      !URL.canParse(location, portalUrl) ||
      cookies.session(request.headers.cookie) !== undefined ||
      setCookies.some((cookie) => cookies.session(cookiePair(cookie)) !== undefined)
    )
      return undefined;
    const url = new URL(location, portalUrl);
    if (url.origin !== portalUrl || notRegistered.test(url.pathname)) return undefined;
    return {
      location: pageUrl('/login', { return_to: url.href }),
      setCookie: justRegistered.set(portalUrl),
    };
  };

/**
 * Redirects back to the application's request if the user has meanwhile signed in in another tab: Kratos then
 * redirects to the portal and loses the request. The form's page names it.
 */
function afterLogin(
  { headers: { referer = '', cookie } }: GatewayRequest,
  { portalUrl, cookies }: FormAnswerOptions,
): RedirectRewrite {
  const page = URL.canParse(referer) ? new URL(referer) : undefined;
  const challenge = page?.origin === portalUrl ? page.searchParams.get('login_challenge') : undefined;
  return ({ headers: { location = '' } }) => {
    if (!challenge || cookies.session(cookie) === undefined) return undefined;
    const isPortal =
      URL.canParse(location, portalUrl) && new URL(location, portalUrl).href === `${portalUrl}/`;
    return isPortal ? { location: pageUrl('/login', { login_challenge: challenge }) } : undefined;
  };
}

/** The operations that mailed links call, and the flow that each belongs to. */
const mailedLinks: Partial<Record<string, string>> = {
  followRecoveryLink: 'recovery',
  followVerificationLink: 'verification',
};

/** Tells the error page which kind of link failed, so that it can start that flow again. */
const afterMailedLink =
  (page: string, { portalUrl }: FormAnswerOptions): RedirectRewrite =>
  ({ headers: { location = '' } }) => {
    if (!URL.canParse(location, portalUrl)) return undefined;
    const url = new URL(location, portalUrl);
    if (url.origin !== portalUrl || url.pathname !== '/error') return undefined;
    url.searchParams.set('link', page);
    return { location: url.href };
  };

/**
 * Completes the provider's redirects after a mailed link and after a form that a browser posts without scripts: a
 * failed link starts its flow again, a sign-in after the end of a session says so and returns to the section and the
 * typed fields, a confirmation returns to the section, a sign-in for an application continues its request, and a registration without a session says that the account has been created.
 * With scripts, `client/flow/answer/nextUrl.ts` does the same.
 *
 * @returns undefined for every other call
 */
export function rewriteRedirect(
  call: Call,
  request: GatewayRequest,
  options: FormAnswerOptions,
): Promise<RedirectRewrite> | undefined {
  const { operation } = call.operation;
  const link = mailedLinks[operation];
  if (link) return Promise.resolve(afterMailedLink(link, options));
  if (operation === 'updateLoginFlow') return Promise.resolve(afterLogin(request, options));
  if (signsUp.has(operation)) return Promise.resolve(afterRegistration(request, options));
  if (operation !== 'updateSettingsFlow') return undefined;
  return peekForm(request).then((body) => afterSettings(call, request, body, options));
}
