import type { Operation } from '../operations/catalogue.ts';
import { jsonIn } from '../http/jsonIn.ts';
import type { FlowStep } from '../http/requestRecord.ts';
import { fieldsOf } from '../../shared/fields.ts';
import type { FlowKind } from '../../shared/page.ts';
import type { ProviderCookies } from '../security/cookies/providerCookies.ts';
import { sessionTokenIn } from '../security/submission/sessions.ts';
import type { SettledAnswer } from '../security/limits/limitParts.ts';
import { isRedirect } from './redirects.ts';

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
 */
export function flowStep(
  { begins, submits, finishes = submits }: Pick<Operation, 'begins' | 'submits' | 'finishes'>,
  answer: SettledAnswer,
  cookies: ProviderCookies,
): FlowStep | undefined {
  if (begins) return opensFlow(answer) ? { flow: begins, step: 'begun' } : undefined;
  return finishes && succeeds(finishes, answer, cookies) ? { flow: finishes, step: 'finished' } : undefined;
}
