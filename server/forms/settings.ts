import { anchorOf, groups, methodOf } from '../../shared/flow/methods.ts';
import * as nodeGroup from '../../shared/flow/nodeGroup.ts';
import * as nodeName from '../../shared/flow/nodeName.ts';
import { settingsChange, type SettingsChange } from '../../shared/flow/settingsChange.ts';
import { isWaitingSignIn } from '../../shared/flow/signInUrl.ts';
import type { AnswerCookie, AnswerHead, RedirectRewrite } from '../gateway/forward/exchange.ts';
import { redirectTarget } from '../gateway/redirects.ts';
import type { Steps } from '../gateway/steps.ts';
import { acceptsHtml, parseQuery } from '../http/requestHead.ts';
import { forgetChange, keepChange, sentChange, type ChangeSent } from '../security/cookies/changeCookie.ts';
import { accountIn } from '../security/cookies/pageCookies.ts';
import type { FormFields } from '../security/submission/submission.ts';
import { isFromOwnPage } from '../security/request/isFromOwnPage.ts';
import { signInAgain } from '../urls/links.ts';
import { pageUrl, signInPaths } from '../urls/paths.ts';
import { followProfile } from './followProfile.ts';
import type { FormOptions, FormVisit, SentForm } from './visit.ts';

/** Whether a field of a form without `method` identifies its settings section. */
const isFieldOf = (section: string, name: string): boolean => {
  const { adds, removes } = methodOf(section);
  return name.startsWith(`${section}_`) || name === adds || name === removes;
};

/** Returns the anchor of the section whose form was sent, with its `#`; empty if unknown. */
function fragmentOf(fields: FormFields): string {
  const method = fields.get(nodeName.method)?.[0] ?? '';
  const names = [...fields.keys()];
  const section = groups.find((group) => names.some((name) => isFieldOf(group, name)));
  const group = /^[a-z_]+$/.test(method) ? method : section;
  return group === undefined ? '' : `#${anchorOf(group)}`;
}

/**
 * Whether an answer redirects within the portal, even to a waiting sign-in, but neither to a confirmation nor to
 * another site's sign-in.
 */
function leadsOn(answer: AnswerHead, portalUrl: string): boolean {
  const target = redirectTarget(answer, portalUrl);
  if (target?.origin !== portalUrl) return false;
  return !signInPaths.includes(target.pathname) || isWaitingSignIn(target.href, portalUrl);
}

/** Returns the stage of a change, from the answer to its form. */
function stageAfter(answer: AnswerHead, portalUrl: string): ChangeSent['stage'] {
  // a script shows its answer itself
  if (answer.statusCode === 200) return 'seen';
  return answer.statusCode === 400 || leadsOn(answer, portalUrl) ? 'answered' : 'waits';
}

/** The pages that a browser is redirected to when a change fails, or that confirm it. */
const changePaths = [...signInPaths, '/settings', '/error'];

/**
 * Whether an answer says that a change is saved and no settings page follows to do the rest: an answer to a script,
 * or to a browser that the flow's `return_to` sends elsewhere.
 */
function isSavedWithoutPage(answer: AnswerHead, portalUrl: string): boolean {
  if (answer.statusCode === 200) return true;
  const target = redirectTarget(answer, portalUrl);
  return target !== undefined && (target.origin !== portalUrl || !changePaths.includes(target.pathname));
}

/**
 * Ends all other sessions once a passkey was removed. If a settings page follows, it ends them once the change is confirmed.
 */
const afterChange = (
  change: SettingsChange | undefined,
  { request }: FormVisit,
  { portalUrl, endOtherSessions }: FormOptions,
): Steps['readAnswer'] => {
  // read now: the gateway replaces the headers
  const { cookie } = request.headers;
  return change !== 'passkeyOff'
    ? undefined
    : async (answer) => {
        if (isSavedWithoutPage(answer, portalUrl)) await endOtherSessions?.(cookie);
        return answer;
      };
};

/**
 * Adds the way back to the section to a redirect to a sign-in or confirmation; if the session has ended, keeps the
 * typed fields of a profile, unless another site has sent them. A waiting sign-in continues only after the settings have
 * confirmed the change.
 */
function afterSettings(
  { request, form }: FormVisit,
  { portalUrl, typedFields }: FormOptions,
): RedirectRewrite {
  const { flow = '', fields = new Map<string, string[]>(), typed = [] } = form ?? {};
  const section = fragmentOf(fields);
  const isProfile = fields.get(nodeName.method)?.[0] === nodeGroup.profile;
  return (answer) => {
    const url = redirectTarget(answer, portalUrl);
    if (!url) return undefined;
    if (isWaitingSignIn(url.href, portalUrl)) return { location: pageUrl('/settings', { flow }) };
    if (url.origin !== portalUrl || !signInPaths.includes(url.pathname)) return undefined;
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
 * Turns off the backup codes together with the last other second factor, if a page's form asks for it. If the user has to
 * confirm their identity first, the page then asks to make the change again: unlike Kratos, which would go on with half of it.
 *
 * @returns whether it has answered
 */
async function turnOffCodesToo(
  form: SentForm,
  { request, response }: FormVisit,
  options: FormOptions,
): Promise<boolean> {
  const { portalUrl, typedFields, readFormFlow, turnOffCodes } = options;
  const { headers } = request;
  if (!isFromOwnPage(headers, portalUrl)) return false;
  // of the same account: Kratos shows a flow of the settings to its own user alone
  const own = await readFormFlow?.('settings', form.flow, headers.cookie);
  if (!own || Date.parse(own.flow.expires_at ?? '') <= Date.now()) return false;
  if ((await turnOffCodes?.(headers.cookie)) !== 'confirmFirst') return false;
  const settings = portalUrl + pageUrl('/settings', { flow: form.flow }) + fragmentOf(form.fields);
  const url = pageUrl('/login', { refresh: 'true', return_to: settings });
  if (acceptsHtml(headers)) {
    // makes the page ask to repeat the change
    const kept = typedFields.keep(form.flow, []);
    if (kept !== undefined) response.append('Set-Cookie', kept);
    response.redirect(303, url);
  } else response.status(403).json({ error: { code: 403 }, redirect_browser_to: url });
  return true;
}

/**
 * Tells the next page whose form was sent, unless a script shows that it is saved: if somebody else has signed in
 * meanwhile, the page says that the change was not made.
 */
function keepAccount({ fields }: SentForm, { formerAccount }: FormOptions): AnswerCookie {
  const payload = fields.get(nodeName.transientPayload)?.[0];
  const account = fields.get(`${nodeName.transientPayload}.account`)?.[0] ?? accountIn(payload);
  return ({ statusCode }) => (statusCode === 200 ? undefined : formerAccount.keep(account));
}

/**
 * Notes what a settings form changes, for the page that follows: Kratos only says that a change was saved and, if it
 * asks for a confirmation, only after that.
 */
export async function settingsSteps(visit: FormVisit, options: FormOptions): Promise<Steps | undefined> {
  const { form, isNavigation } = visit;
  const { portalUrl } = options;
  const rewriteRedirect = afterSettings(visit, options);
  if (!form) return { rewriteRedirect };
  const { flow, fields } = form;
  const change = settingsChange((name) => fields.get(name)?.[0]);
  const service = (fields.get(nodeName.link) ?? fields.get(nodeName.unlink))?.[0];
  // the box is in the form of each change of a method
  const codesToo = change?.endsWith('Off') === true && fields.has(nodeName.codesToo);
  if (codesToo && (await turnOffCodesToo(form, visit, options))) return undefined;
  const noteChange: AnswerCookie = (answer) =>
    change === undefined
      ? forgetChange(portalUrl)
      : keepChange({ flow, change, stage: stageAfter(answer, portalUrl), service }, portalUrl);
  const isProfile = change === 'profile';
  return {
    cookies: [noteChange, keepAccount(form, options)],
    rewriteRedirect,
    readAnswer: isProfile
      ? followProfile({ form, isNavigation, ...options })
      : afterChange(change, visit, options),
    ...(isProfile && { changeHeaders: (headers) => (headers.accept = 'application/json') }),
  };
}

/** Returns the change that waits in a browser; undefined if none does. */
function waitingChange({ request }: FormVisit, { portalUrl }: FormOptions): ChangeSent | undefined {
  const sent = sentChange(request.headers.cookie, portalUrl);
  return sent?.stage === 'waits' ? sent : undefined;
}

/** Notes that a browser's waiting change continues. */
export function resumedChange(visit: FormVisit, options: FormOptions): Steps {
  const { portalUrl } = options;
  const sent = waitingChange(visit, options);
  if (!sent) return {};
  return {
    cookies: [
      (answer) =>
        leadsOn(answer, portalUrl) ? keepChange({ ...sent, stage: 'answered' }, portalUrl) : undefined,
    ],
    readAnswer: afterChange(sent.change, visit, options),
  };
}

/** Lets a waiting change of the settings continue. A profile's is sent again by its page, see `followProfile`. */
export function resumedSettings(visit: FormVisit, options: FormOptions): Steps | undefined {
  const { call, response } = visit;
  if (waitingChange(visit, options)?.change !== 'profile') return resumedChange(visit, options);
  const flow = parseQuery(call.query).get('flow') ?? '';
  response.redirect(303, `${pageUrl('/settings', { flow })}#profile`);
  return undefined;
}
