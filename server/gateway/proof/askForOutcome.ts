import { textIn } from '../../../shared/fields.ts';
import type { HeldAnswer } from '../forward/heldAnswer.ts';
import { fieldsIn, replaced } from './answers.ts';
import type { ReviewedCall } from './review.ts';

/** What the provider answered to a form, and the answer to pass on. */
interface Outcome {
  asked: HeldAnswer;
  answer: HeldAnswer;
}

/**
 * Submits a verification's code. Kratos redirects browsers without scripts to the same page for a right code and a wrong one;
 * its JSON, which is asked for, tells them apart. Reading the flow afterwards would not do: another browser may have typed the right code
 * in the meantime.
 */
export async function askForOutcome(
  { ask, headers }: Pick<ReviewedCall, 'ask' | 'headers'>,
  portalUrl: string,
): Promise<Outcome> {
  const asked = await ask({ accept: 'application/json' });
  if (headers.accept?.includes('text/html') !== true) return { asked, answer: asked };
  const flow = textIn(fieldsIn(asked).id);
  if (asked.statusCode === 200 && flow !== undefined) {
    const location = `${portalUrl}/verification?flow=${encodeURIComponent(flow)}`;
    return { asked, answer: replaced(asked, { statusCode: 303, location }) };
  }
  // nothing that the code could have proved: the provider knows best where it leads
  const answer = await ask();
  return { asked: answer, answer };
}
