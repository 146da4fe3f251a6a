import { isWaitingSignIn } from '../../shared/flow/signInUrl.ts';
import { settingsChange, type SettingsChange } from '../../shared/flow/settingsChange.ts';
import { forgetChange, keepChange, sentChange, type ChangeSent } from '../security/cookies/changeCookie.ts';
import { readFields, type FormFields } from '../security/limits/formFields.ts';
import { peekForm } from './checks/peekForm.ts';
import type { Call, GatewayRequest, AnswerCookie, AnswerHead } from './forward/exchange.ts';
import { signInPaths } from './rewriteRedirect.ts';

/** Returns the fields of a form; undefined for a body that is not a form, which the provider refuses. */
function fieldsIn(body: Buffer, contentType?: string): FormFields | undefined {
  try {
    return readFields('', body, contentType);
  } catch {
    return undefined;
  }
}

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

/** Returns where an answer redirects a browser; undefined if it does not. */
function targetOf({ statusCode, headers: { location } }: AnswerHead, portalUrl: string): URL | undefined {
  if ((statusCode !== 302 && statusCode !== 303) || !location) return undefined;
  return URL.canParse(location, portalUrl) ? new URL(location, portalUrl) : undefined;
}

/**
 * Whether an answer redirects within the portal, even to a waiting sign-in, but neither to a confirmation nor to
 * another site's sign-in.
 */
function leadsOn(answer: AnswerHead, portalUrl: string): boolean {
  const target = targetOf(answer, portalUrl);
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
  const target = targetOf(answer, portalUrl);
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
export async function noteChange(
  { operation: { operation }, query }: Call,
  request: GatewayRequest,
  portalUrl: string,
): Promise<NotedChange | undefined> {
  if (resuming.has(operation)) return noteResumed(request, portalUrl);
  if (operation !== 'updateSettingsFlow' || request.method !== 'POST') return undefined;
  const flow = new URLSearchParams(query).get('flow');
  if (flow === null) return undefined;
  const fields = fieldsIn(await peekForm(request), request.headers['content-type']);
  if (!fields) return undefined;
  const change = settingsChange((name) => fields.get(name)?.[0]);
  return {
    change,
    answerCookie: (answer) =>
      change === undefined
        ? forgetChange(portalUrl)
        : keepChange({ flow, change, stage: stageAfter(answer, portalUrl) }, portalUrl),
  };
}
