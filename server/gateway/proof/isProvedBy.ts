import { passedChallenge, sentEmail } from '../../../shared/flow/flowState.ts';
import type { StoredIdentity } from '../../provider/identities.ts';
import type { HeldAnswer } from '../forward/heldAnswer.ts';
import { fieldsIn, newSession } from './answers.ts';
import type { ReviewOptions, ReviewedCall } from './reviewedCall.ts';
import { readFlow, type FlowForm } from './suspects.ts';

/** The state of a verification flow, as the answer to its form has it; undefined for any other form or answer. */
export const stateIn = ({ kind }: FlowForm, answer: HeldAnswer): unknown =>
  kind === 'verification' && answer.statusCode === 200 ? fieldsIn(answer).state : undefined;

/**
 * Whether it may be this form that proved an address of an account, and not another one at the same moment. Where that cannot be
 * known, it may be.
 */
export type IsProvedBy = (
  account: Pick<StoredIdentity, 'id'>,
  form: FlowForm,
  reviewed: Pick<ReviewedCall, 'sent' | 'send'>,
  answer: HeldAnswer,
) => Promise<boolean>;

export const createIsProvedBy =
  ({ kratos, cookies }: Pick<ReviewOptions, 'kratos' | 'cookies'>): IsProvedBy =>
  async (account, form, { sent, send }, answer) => {
    const credentials = newSession(answer, cookies);
    const session = credentials && (await kratos.whoami(credentials));
    if (typeof session === 'object') return session.identity.id === account.id;
    const answered = stateIn(form, answer);
    if (answered !== undefined || credentials) return answered !== sentEmail;
    const { status, fields } = await readFlow(form, sent, send);
    // the provider takes a code of a verification from any browser, also from one that may not read the flow
    if (form.kind === 'verification') return status !== 200 || fields.state !== sentEmail;
    return status >= 500 || fields.state === passedChallenge;
  };
