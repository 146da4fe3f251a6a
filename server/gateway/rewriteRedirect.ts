import { anchorOf, groups, methodOf } from '../../shared/flow/methods.ts';
import { pageUrl } from '../urls/paths.ts';
import { justRegistered } from '../security/cookies/notices.ts';
import { signInAgain } from '../urls/links.ts';
import { isFromOwnPage } from '../security/request/isFromOwnPage.ts';
import type { FormFields } from '../security/limits/formFields.ts';
import type { Call, FormAnswerOptions, GatewayRequest, RedirectRewrite } from './forward/exchange.ts';
import { sessionOf } from './keepAddress.ts';
import { redirectTarget } from './redirects.ts';
import type { SentForm } from './sentForm.ts';
import { signsUp } from './signUpMark.ts';
import { isWaitingSignIn } from '../../shared/flow/signInUrl.ts';
import * as nodeGroup from '../../shared/flow/nodeGroup.ts';
import * as nodeName from '../../shared/flow/nodeName.ts';

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
 * Adds the way back to the section to a redirect to a sign-in or confirmation; if the session has ended, keeps the
 * typed fields of a profile, unless another site has sent them. A waiting sign-in continues only after the settings have
 * confirmed the change.
 */
function afterSettings(
  request: GatewayRequest,
  form: SentForm | undefined,
  { portalUrl, typedFields }: FormAnswerOptions,
): RedirectRewrite {
  const { flow = '', fields = new Map<string, string[]>(), typed = [] } = form ?? {};
  const section = fragmentOf(fields);
  const isProfile = fields.get(nodeName.method)?.[0] === nodeGroup.profile;
  return (answer) => {
    const url = redirectTarget(answer, portalUrl);
    if (!url) return undefined;
    if (isWaitingSignIn(url.href, portalUrl)) return { location: pageUrl('/settings', { flow }) };
    if (url.origin !== portalUrl || !signInPaths.has(url.pathname)) return undefined;
    const returnTo = url.searchParams.get('return_to');
    if (returnTo !== null && section !== '' && !returnTo.includes('#')) {
      url.searchParams.set('return_to', returnTo + section);
      return { location: url.href };
    }
    if (url.search !== '') return undefined;
    return {
      location: signInAgain({ return_to: portalUrl + pageUrl('/settings', { flow }) + section }),
      setCookie: isFromOwnPage(request.headers, portalUrl)
        ? typedFields.keep(flow, isProfile ? typed : [])
        : undefined,
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
  (answer) => {
    const url = redirectTarget(answer, portalUrl);
    const isSignedIn = cookies.session(request.headers.cookie) !== undefined || sessionOf(answer, cookies);
    if (isSignedIn || url?.origin !== portalUrl || notRegistered.test(url.pathname)) return undefined;
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
  return (answer) => {
    if (!challenge || cookies.session(cookie) === undefined) return undefined;
    const isPortal = redirectTarget(answer, portalUrl)?.href === `${portalUrl}/`;
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
  (answer) => {
    const url = redirectTarget(answer, portalUrl);
    if (url?.origin !== portalUrl || url.pathname !== '/error') return undefined;
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
  { operation: { operation } }: Call,
  request: GatewayRequest,
  form: SentForm | undefined,
  options: FormAnswerOptions,
): RedirectRewrite | undefined {
  const link = mailedLinks[operation];
  if (link) return afterMailedLink(link, options);
  if (operation === 'updateLoginFlow') return afterLogin(request, options);
  if (signsUp.has(operation)) return afterRegistration(request, options);
  return operation === 'updateSettingsFlow' ? afterSettings(request, form, options) : undefined;
}
