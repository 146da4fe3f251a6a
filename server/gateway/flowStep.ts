import { jsonIn } from '../http/jsonIn.ts';
import type { FlowStep } from '../http/requestRecord.ts';
import { fieldsOf } from '../../shared/fields.ts';
import type { FlowKind } from '../../shared/page.ts';
import type { ProviderCookies } from '../security/cookies/providerCookies.ts';
import { sessionTokenIn } from '../security/limits/sessions.ts';
import type { SettledAnswer } from '../security/limits/mailedAnswer.ts';
import { isRedirect } from './redirects.ts';

/** The flows that operations begin. */
const begins: Partial<Record<string, FlowKind>> = {
  createBrowserLoginFlow: 'login',
  createNativeLoginFlow: 'login',
  createBrowserRegistrationFlow: 'registration',
  createNativeRegistrationFlow: 'registration',
  createBrowserRecoveryFlow: 'recovery',
  createNativeRecoveryFlow: 'recovery',
  createBrowserVerificationFlow: 'verification',
  createNativeVerificationFlow: 'verification',
  createBrowserSettingsFlow: 'settings',
  createNativeSettingsFlow: 'settings',
};

/**
 * The flows that operations may finish. The way back from a social provider counts as a sign-in: Kratos does not say
 * whether it was also a sign-up.
 */
const finishes: Partial<Record<string, FlowKind>> = {
  updateLoginFlow: 'login',
  resumeLoginFlow: 'login',
  updateFedcmFlow: 'login',
  exchangeSessionToken: 'login',
  returnFromProvider: 'login',
  returnFromNamedProvider: 'login',
  postFromNamedProvider: 'login',
  returnFromOrganizationProvider: 'login',
  postFromOrganizationProvider: 'login',
  updateRegistrationFlow: 'registration',
  resumeRegistrationFlow: 'registration',
  updateRecoveryFlow: 'recovery',
  updateVerificationFlow: 'verification',
  updateSettingsFlow: 'settings',
};

/** Whether an answer hands over a flow, or sends a browser to its page. */
const opensFlow = (answer: SettledAnswer): boolean =>
  answer.statusCode === 200 || (isRedirect(answer) && /[?&]flow=/.test(answer.headers.location ?? ''));

/** Whether an answer hands over a session. */
const opensSession = ({ headers, body, statusCode }: SettledAnswer, cookies: ProviderCookies): boolean =>
  (headers['set-cookie'] ?? []).some(cookies.setsSession) ||
  (statusCode === 200 && sessionTokenIn(body) !== undefined);

/** Whether an answer says that its flow has succeeded. */
function succeeds(flow: FlowKind, answer: SettledAnswer, cookies: ProviderCookies): boolean {
  switch (flow) {
    case 'login':
    case 'recovery':
      return opensSession(answer, cookies);
    case 'registration':
      // without a session, the address has to be verified first
      return (
        answer.statusCode === 200 ||
        opensSession(answer, cookies) ||
        (isRedirect(answer) && (answer.headers.location ?? '').includes('/verification?'))
      );
    case 'verification':
      return answer.statusCode === 200 && fieldsOf(jsonIn(answer.body)).state === 'passed_challenge';
    case 'settings':
      return answer.statusCode === 200;
  }
}

/**
 * Returns the flow that a call has begun or finished, as far as the provider's answer says so. It does not for the
 * verifications and settings of a browser without scripts, which is sent to the same page for a right and a wrong entry.
 *
 * @param operation the operation's name
 * @param answer the provider's answer
 */
export function flowStep(
  operation: string,
  answer: SettledAnswer,
  cookies: ProviderCookies,
): FlowStep | undefined {
  const begun = begins[operation];
  if (begun) return opensFlow(answer) ? { flow: begun, step: 'begun' } : undefined;
  const finished = finishes[operation];
  return finished && succeeds(finished, answer, cookies) ? { flow: finished, step: 'finished' } : undefined;
}
