import { textIn } from '../../../shared/fields.ts';
import { sentEmail } from '../../../shared/flow/flowState.ts';
import type { HeldAnswer } from '../forward/heldAnswer.ts';
import { fieldsIn, replaced } from './answers.ts';
import type { ReviewedCall } from './reviewedCall.ts';
import { flowOf, type FlowForm } from './suspects.ts';
import { acceptsHtml } from '../../http/requestHead.ts';

interface Outcome {
  /** The provider's answer, which distinguishes a right code from a wrong one. */
  outcome: HeldAnswer;
  /** The answer to forward. */
  answer: HeldAnswer;
}

/** The portal's origin, and whether an application waits. */
export interface OutcomeOptions {
  /** The portal's own origin. */
  portalUrl: string;
  /** Whether an application waits for the sign-up. */
  applicationWaits: boolean;
}

/**
 * Forwards a form unchanged: only for browsers without scripts does Kratos 1.3.1 answer the application's request,
 * with a session and a redirect that a wrong code does not get. A right code without a waiting application gets the
 * same answer as a wrong one, and only counts if the flow has passed.
 */
async function askForApplication(form: FlowForm, { ask, sent, send }: ReviewedCall): Promise<Outcome> {
  const answer = await ask();
  const flow = await flowOf(form, sent, send);
  const outcome = flow.state === sentEmail ? replaced(answer, { statusCode: 200, json: flow }) : answer;
  return { outcome, answer };
}

/**
 * Submits a verification's code. Kratos redirects browsers without scripts to the same page for a right code and a
 * wrong one, so this asks for JSON, which distinguishes them. Reading the flow afterwards is not enough: another
 * browser may have typed the right code in the meantime.
 */
export async function askForOutcome(
  form: FlowForm,
  reviewed: ReviewedCall,
  { portalUrl, applicationWaits }: OutcomeOptions,
): Promise<Outcome> {
  const { ask, headers } = reviewed;
  const isNavigation = acceptsHtml(headers);
  if (isNavigation && applicationWaits) return askForApplication(form, reviewed);
  const outcome = await ask({ accept: 'application/json' });
  if (!isNavigation) return { outcome, answer: outcome };
  const flow = textIn(fieldsIn(outcome).id);
  if (outcome.statusCode === 200 && flow !== undefined) {
    const location = `${portalUrl}/verification?flow=${encodeURIComponent(flow)}`;
    return { outcome, answer: replaced(outcome, { statusCode: 303, location }) };
  }
  // the code cannot have proved anything: forward the form and let the provider redirect
  const answer = await ask();
  return { outcome: answer, answer };
}
