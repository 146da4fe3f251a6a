import { passedChallenge, sentEmail } from '../../../shared/flow/flowState.ts';
import type { StoredIdentity } from '../../provider/identities.ts';
import type { HeldAnswer } from '../forward/heldAnswer.ts';
import { fieldsIn, newSession } from './answers.ts';
import type { ReviewOptions, ReviewedCall } from './reviewedCall.ts';
import { readFlow, type FlowForm } from './suspects.ts';

/** Returns the state of a verification flow from the answer to its form; undefined for any other form or answer. */
export const stateIn = ({ kind }: FlowForm, answer: HeldAnswer): unknown =>
  kind === 'verification' && answer.statusCode === 200 ? fieldsIn(answer).state : undefined;

/**
 * Whether this form, rather than another one at the same moment, may have proved an address of an account. True if
 * that cannot be known.
 */
export type IsProvedBy = (
  account: Pick<StoredIdentity, 'id'>,
  form: FlowForm,
  reviewed: Pick<ReviewedCall, 'sent' | 'send'>,
  answer: HeldAnswer,
) => Promise<boolean>;

/** Creates the function that tells whether a form has proved an account's address. */
export const createIsProvedBy =
  ({ kratos, cookies }: Pick<ReviewOptions, 'kratos' | 'cookies'>): IsProvedBy =>
  async (account, form, { sent, send }, answer) => {
    const credentials = newSession(answer, cookies);
    const session = credentials && (await kratos.whoami(credentials));
    if (typeof session === 'object') return session.identity.id === account.id;
    const answered = stateIn(form, answer);
    if (answered !== undefined || credentials) return answered !== sentEmail;
    const { status, fields } = await readFlow(form, sent, send);
    // the provider accepts a verification's code from any browser, even one that may not read the flow
    if (form.kind === 'verification') return status !== 200 || fields.state !== sentEmail;
    return status >= 500 || fields.state === passedChallenge;
  };
