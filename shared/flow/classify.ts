import type { ContinueWith } from '@ory/client';
import { lookUp } from '../fields.ts';
import { errorCause } from './errorCause.ts';
import type { Flow, FlowKind, Notice } from '../page.ts';
import { readAnswer, type AnswerFields } from './readAnswer.ts';
import { genericError } from './messageId.ts';

/** What came back from the provider, or from trying to reach it. Status 0: no answer, `body` is a `Transport`. */
export interface Answer {
  status: number;
  body: unknown;
}

/** Why there is no answer; `ms` is the time limit that passed, in milliseconds. */
export interface Transport {
  transport: 'network' | 'timeout' | 'aborted';
  ms?: number;
}

type FailureReason = Transport['transport'] | 'unavailable' | 'limited' | 'codeUsed' | 'refused';

/** What to do about an answer. */
export type Outcome =
  /** Show this flow: a new step, or the same one with messages. */
  | { kind: 'flow'; flow: Flow }
  /** It is done; go to `next`, or home where the provider names nothing. `sessionless`: an account is there, a session is not. */
  | { kind: 'done'; next?: string; continueWith: ContinueWith[]; sessionless?: boolean }
  /** The way leads over this URL: another factor, a fresh sign-in, an OAuth2 client, a social provider. */
  | { kind: 'navigate'; url: string }
  /** The flow is over: show the one with `flowId`, or a fresh one, and say why. */
  | { kind: 'restart'; notice: Notice; flowId?: string; returnTo?: string }
  /** There is a session already. */
  | { kind: 'signedIn' }
  /** A session is needed first. */
  | { kind: 'signedOut' }
  /**
   * Nothing happened; the same submit may be tried again, after `waitSeconds` where the answer says so. `message` is the
   * provider's reason, only below 500.
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

/** What the provider's own error ids mean; they outrank the status. */
const outcomeOfError: Record<string, (fields: AnswerFields) => Outcome> = {
  self_service_flow_expired: expired,
  self_service_flow_replaced: expired,
  security_csrf_violation: () => ({ kind: 'restart', notice: 'csrf' }),
  security_identity_mismatch: expired,
  session_already_available: () => ({ kind: 'signedIn' }),
  session_aal_already_fulfilled: () => ({ kind: 'signedIn' }),
  session_aal1_required: () => ({ kind: 'signedOut' }),
  session_inactive: () => ({ kind: 'signedOut' }),
  // the portal's own
  code_used: () => failure('codeUsed', 400, {}),
};

/** What a status means where no id and no URL says more. */
const outcomeOfStatus: Record<number, (fields: AnswerFields) => Outcome> = {
  0: (fields) => failure(fields.transport ?? 'network', 0, fields),
  401: () => ({ kind: 'signedOut' }),
  404: expired,
  410: expired,
  429: (fields) => failure('limited', 429, fields),
  // The gateway's answers for an identity service that cannot be reached, or not in time.
  502: (fields) => failure('network', 502, fields),
  504: (fields) => failure('timeout', 504, fields),
};

/** How the provider tells, in the flow itself, that somebody signed in meanwhile in another tab. */
const isSignedInAlready = ({ ui }: Flow): boolean =>
  ui.messages?.some(
    ({ id, text }) => id === genericError && text.startsWith('A valid session was detected'),
  ) ?? false;

function success(fields: AnswerFields, status: number): Outcome {
  const { flow, continueWith, next, nextFlow, session, sessionless } = fields;
  const leadsBackHere = flow !== undefined && (next === undefined || nextFlow === flow.id);
  if (leadsBackHere) return { kind: 'flow', flow };
  if (flow || session || continueWith.length > 0)
    return { kind: 'done', ...(next && { next }), continueWith, ...(sessionless && { sessionless }) };
  return failure('unavailable', status, {});
}

/**
 * What an answer to a flow's creation, fetch or submit means. Follows what Kratos 1.0 to 26.2 answers JSON callers.
 *
 * @param kind the flow that was asked for
 * @param answer status and parsed body; a body that is no JSON is given as undefined
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
  // an application's request that has expired or was answered already is a 500 to the provider
  if (errorCause(fields.message) === 'login_challenge') return failure('refused', 400, fields);
  return failure(status >= 500 ? 'unavailable' : 'refused', status, fields);
}
