import { isWaitingSignIn } from '../../shared/flow/signInUrl.ts';
import { settingsChange, type SettingsChange } from '../../shared/flow/settingsChange.ts';
import { forgetChange, keepChange, sentChange, type ChangeSent } from '../security/cookies/changeCookie.ts';
import type { Call, GatewayRequest, AnswerCookie, AnswerHead } from './forward/exchange.ts';
import { redirectTarget } from './redirects.ts';
import { signInPaths } from './rewriteRedirect.ts';
import type { SentForm } from './sentForm.ts';

/** What a settings form changes, and the cookie that says so to the page that follows. */
export interface NotedChange {
  /** Undefined for a form that changes nothing, such as one that only reveals something. */
  change?: SettingsChange | undefined;
  answerCookie: AnswerCookie;
}

/** The operations that let a waiting change continue. */
const resuming = new Set([
  'resumeSettingsFlow',
  'returnFromProvider',
  'returnFromNamedProvider',
  'postFromNamedProvider',
]);

/**
 * Whether an answer redirects within the portal, even to a waiting sign-in, but neither to a confirmation nor to
 * another site's sign-in.
 */
function leadsOn(answer: AnswerHead, portalUrl: string): boolean {
  const target = redirectTarget(answer, portalUrl);
  if (target?.origin !== portalUrl) return false;
  return !signInPaths.has(target.pathname) || isWaitingSignIn(target.href, portalUrl);
}

/** Returns the stage of a change, from the answer to its form. */
function stageAfter(answer: AnswerHead, portalUrl: string): ChangeSent['stage'] {
  // a script shows its answer itself
  if (answer.statusCode === 200) return 'seen';
  return answer.statusCode === 400 || leadsOn(answer, portalUrl) ? 'answered' : 'waits';
}

/** The pages that a browser is redirected to when a change fails, or that confirm it. */
const changePaths = new Set([...signInPaths, '/settings', '/error']);

/**
 * Whether an answer says that a change is saved and no settings page follows to do the rest: an answer to a script,
 * or to a browser that the flow's `return_to` sends elsewhere.
 */
export function isSavedWithoutPage(answer: AnswerHead, portalUrl: string): boolean {
  if (answer.statusCode === 200) return true;
  const target = redirectTarget(answer, portalUrl);
  return target !== undefined && (target.origin !== portalUrl || !changePaths.has(target.pathname));
}

/** Notes that a browser's waiting change continues; undefined if there is none. */
function noteResumed({ headers }: GatewayRequest, portalUrl: string): NotedChange | undefined {
  const sent = sentChange(headers.cookie, portalUrl);
  if (sent?.stage !== 'waits') return undefined;
  return {
    change: sent.change,
    answerCookie: (answer) =>
      leadsOn(answer, portalUrl) ? keepChange({ ...sent, stage: 'answered' }, portalUrl) : undefined,
  };
}

/**
 * Notes what a settings form changes, for the page that follows: Kratos only says that a change was saved and, if it
 * asks for a confirmation, only after that.
 *
 * @returns undefined for every other call
 */
export function noteChange(
  { operation: { operation } }: Call,
  request: GatewayRequest,
  form: SentForm | undefined,
  portalUrl: string,
): NotedChange | undefined {
  if (resuming.has(operation)) return noteResumed(request, portalUrl);
  if (operation !== 'updateSettingsFlow' || !form) return undefined;
  const { flow, fields } = form;
  const change = settingsChange((name) => fields.get(name)?.[0]);
  return {
    change,
    answerCookie: (answer) =>
      change === undefined
        ? forgetChange(portalUrl)
        : keepChange({ flow, change, stage: stageAfter(answer, portalUrl) }, portalUrl),
  };
}
