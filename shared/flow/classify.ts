import type { ContinueWith } from '@ory/client';
import { lookUp } from '../fields.ts';
import { errorCause } from './errorCause.ts';
import { csrfViolation, mailLimited } from './errorId.ts';
import type { Flow, FlowKind, Notice } from '../page.ts';
import { readAnswer, type AnswerFields, type Transport } from './readAnswer.ts';
import { genericError } from './messageId.ts';

/** The provider's answer. Status 0: there was none, and `body` is a `Transport`. */
export interface Answer {
  status: number;
  body: unknown;
}

type FailureReason = Transport['transport'] | 'unavailable' | 'limited' | 'mailLimited' | 'refused';

/** The meaning of an answer, which decides what the page does. */
export type Outcome =
  /** Show this flow: a new step, or the same one with messages. */
  | { kind: 'flow'; flow: Flow }
  /** Done: go to `next`, or home. `sessionless`: an account without a session yet. `flow`: its current state. */
  | { kind: 'done'; next?: string; continueWith: ContinueWith[]; sessionless?: boolean; flow?: Flow }
  /** Continue at this URL: another factor, a re-authentication, an OAuth2 client, a social provider. */
  | { kind: 'navigate'; url: string }
  /** The flow has expired or is invalid: show the one with `flowId`, or a new one, and say why. */
  | { kind: 'restart'; notice: Notice; flowId?: string; returnTo?: string }
  /** There already is a session. */
  | { kind: 'signedIn' }
  /** A session is needed first. */
  | { kind: 'signedOut' }
  /**
   * Nothing was changed: the same submit can be retried, after `waitSeconds` if given. `message` is the provider's
   * reason, only set below 500.
   */
  | {
      kind: 'failure';
      reason: FailureReason;
      status: number;
      message?: string;
      ms?: number;
      waitSeconds?: number;
    };

const expired = ({ flowId, returnTo }: AnswerFields): Outcome => ({
  kind: 'restart',
  notice: 'expired',
  ...(flowId && { flowId }),
  ...(returnTo && { returnTo }),
});

const failure = (
  reason: FailureReason,
  status: number,
  { message, ms, waitSeconds }: Partial<AnswerFields>,
): Outcome => ({
  kind: 'failure',
  reason,
  status,
  ...(message && status < 500 && { message }),
  ...(ms !== undefined && { ms }),
  ...(waitSeconds !== undefined && { waitSeconds }),
});

/** The outcomes of error ids, which take precedence over the status. */
const outcomeOfError: Record<string, (fields: AnswerFields) => Outcome> = {
  self_service_flow_expired: expired,
  self_service_flow_replaced: expired,
  [csrfViolation]: () => ({ kind: 'restart', notice: 'csrf' }),
  security_identity_mismatch: expired,
  session_already_available: () => ({ kind: 'signedIn' }),
  session_aal_already_fulfilled: () => ({ kind: 'signedIn' }),
  session_aal1_required: () => ({ kind: 'signedOut' }),
  session_inactive: () => ({ kind: 'signedOut' }),
  [mailLimited]: (fields) => failure('mailLimited', 429, fields),
};

/** The outcome of a status, if neither an id nor a URL decides. */
const outcomeOfStatus: Record<number, (fields: AnswerFields) => Outcome> = {
  0: (fields) => failure(fields.transport ?? 'network', 0, fields),
  401: (fields) =>
    errorCause(fields.message) === 'disabled' ? failure('refused', 401, fields) : { kind: 'signedOut' },
  404: expired,
  410: expired,
  429: (fields) => failure('limited', 429, fields),
  // The gateway's answers if the identity service is unreachable or too slow.
  502: (fields) => failure('network', 502, fields),
  504: (fields) => failure('timeout', 504, fields),
};

/** The message with which a flow reports that the user has meanwhile signed in in another tab. */
const isSignedInAlready = ({ ui }: Flow): boolean =>
  ui.messages?.some(
    ({ id, text }) => id === genericError && text.startsWith('A valid session was detected'),
  ) ?? false;

function success(fields: AnswerFields, status: number): Outcome {
  const { flow, continueWith, next, nextFlow, session, sessionless } = fields;
  const leadsBackHere = flow !== undefined && (next === undefined || nextFlow === flow.id);
  if (leadsBackHere) return { kind: 'flow', flow };
  if (flow || session || continueWith.length > 0)
    return {
      kind: 'done',
      ...(next && { next }),
      continueWith,
      ...(sessionless && { sessionless }),
      ...(flow && { flow }),
    };
  return failure('unavailable', status, {});
}

/**
 * Returns the outcome of creating, fetching or submitting a flow, from the answers of Kratos 1.0 to 26.2 to JSON
 * callers.
 *
 * @param answer status and parsed body; undefined for a body that is not JSON
 */
export function classify(kind: FlowKind, { status, body }: Answer): Outcome {
  const fields = readAnswer(kind, body);
  if (status >= 200 && status < 300) return success(fields, status);
  if (fields.redirectTo) return { kind: 'navigate', url: fields.redirectTo };
  if (fields.flow && isSignedInAlready(fields.flow)) return { kind: 'signedIn' };
  if (fields.flow) return { kind: 'flow', flow: fields.flow };
  const outcome = lookUp(outcomeOfError, fields.errorId ?? '') ?? outcomeOfStatus[status];
  if (outcome) return outcome(fields);
  if (fields.next) return { kind: 'navigate', url: fields.next };
  // for an OAuth2 request that has expired or was already answered, Kratos answers 500
  if (errorCause(fields.message) === 'login_challenge') return failure('refused', 400, fields);
  return failure(status >= 500 ? 'unavailable' : 'refused', status, fields);
}
