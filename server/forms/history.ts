import * as nodeGroup from '../../shared/flow/nodeGroup.ts';
import * as nodeName from '../../shared/flow/nodeName.ts';
import type { ActivityKind } from '../../shared/activity.ts';
import { fieldsOf, objectsIn } from '../../shared/fields.ts';
import { sentEmail } from '../../shared/flow/flowState.ts';
import { invalidCredentials, loginCodeWrong } from '../../shared/flow/messageId.ts';
import type { WholeAnswer } from '../gateway/forward/wholeAnswer.ts';
import { redirectTarget } from '../gateway/redirects.ts';
import type { Steps, Visit } from '../gateway/steps.ts';
import { jsonIn } from '../http/jsonIn.ts';
import type { LimitName } from '../security/limits/limits.ts';
import type { LimitedAccount } from '../security/lockouts.ts';
import type { Happened } from '../store/events.ts';
import { clientOf, type Client } from '../store/recorder.ts';
import type { FormOptions, FormVisit } from './visit.ts';

type Kept = { [Name in 'record' | 'identities']: NonNullable<FormOptions[Name]> };

/** What a form tries, as far as only its answer shows it: Kratos asks nobody about a wrong password, or about a code. */
interface Tried {
  kind: ActivityKind;
  method: string;
  /** What the account signs in with. */
  identifier: string;
}

/** The fields in which Kratos reads whose account a form is about, by the operation and the method. */
const nameFields: Record<string, readonly string[]> = {
  'updateLoginFlow password': [nodeName.identifier, 'password_identifier'],
  'updateLoginFlow code': [nodeName.identifier, nodeName.address],
  'updateRecoveryFlow code': ['email'],
};

/** Returns what a form for signing in or recovering tries. */
function triedBy({ call, form }: FormVisit): Tried | undefined {
  const first = (...names: readonly string[]): string =>
    names.map((name) => form?.fields.get(name)?.[0] ?? '').find((value) => value !== '') ?? '';
  const method = first(nodeName.method);
  const identifier = first(...(nameFields[`${call.operation.operation} ${method}`] ?? []));
  if (identifier === '') return undefined;
  if (method === nodeGroup.code && first(nodeName.code) === '')
    return { kind: 'codeMailed', method, identifier };
  if (call.operation.submits !== 'login') return undefined;
  return { kind: 'signInFailed', method, identifier };
}

/** Whether an answer says that Kratos has refused the password or the code, or mailed one. */
function hasHappened(kind: ActivityKind, flow: string, answer: WholeAnswer, portalUrl: string): boolean {
  // a browser without scripts is led back to its form
  if (answer.statusCode === 303) return redirectTarget(answer, portalUrl)?.searchParams.get('flow') === flow;
  const { state, ui } = fieldsOf(jsonIn(answer.body));
  if (kind === 'codeMailed') return state === sentEmail;
  return objectsIn(fieldsOf(ui).messages).some(
    ({ id }) => id === invalidCredentials || id === loginCodeWrong,
  );
}

/** Keeps what happened in the history of the account with an identifier, if there is one. Never rejects. */
const recordAt = async (
  identifier: string,
  { record, identities }: Kept,
  client: Client,
  happened: Happened,
): Promise<void> => {
  // without an answer it is not known whose history it belongs to
  const found = await identities.signingInWith(identifier).catch(() => []);
  await Promise.all(found.map(({ id }) => record(client, { identity: id, ...happened })));
};

/**
 * Keeps a refused password or code and a mailed code in the history of the account, if there is one, once the form is answered: how long
 * the answer takes must not tell.
 *
 * @returns what reads the answer; undefined for any other form
 */
export function recordTried(
  visit: FormVisit,
  { record, identities, portalUrl }: FormOptions,
): Steps['readAnswer'] {
  const tried = triedBy(visit);
  if (!record || !identities || !tried || !visit.form) return undefined;
  const { request, response } = visit;
  const { flow } = visit.form;
  // read now: the gateway replaces the headers
  const client = clientOf(request);
  const { kind, method, identifier } = tried;
  return (answer) => {
    if (hasHappened(kind, flow, answer, portalUrl))
      response.once(
        'finish',
        () => void recordAt(identifier, { record, identities }, client, { kind, about: { method } }),
      );
    return answer;
  };
}

/** What a limit says in a history, by its name; others than these are in none. */
const limitedMethods: Partial<Record<LimitName, string>> = {
  password: nodeGroup.password,
  factor: 'factor',
  code: nodeGroup.code,
  mail: 'mail',
  'possible mail': 'mail',
};

/** Creates what keeps in an account's history, if there is such an account, that a limit refuses it; once the form is answered. */
export const recordLimited =
  ({ record, identities }: Pick<FormOptions, 'record' | 'identities'>) =>
  ({ request, response }: Visit, { name, limit, until }: LimitedAccount): void => {
    const method = limitedMethods[limit];
    if (!record || !identities || method === undefined) return;
    const about = { method, until: new Date(until).toISOString() };
    const client = clientOf(request);
    const keep = (): void => void recordAt(name, { identities, record }, client, { kind: 'limited', about });
    // also for a program that does not wait for the answer
    if (response.destroyed) keep();
    else response.once('close', keep);
  };

/** Whether the provider has ended a session: a browser with a different session is sent to the error page. */
export const hasEnded = (status: number | undefined, location = ''): boolean =>
  (status ?? 500) < 300 || (status === 303 && !location.includes('/error?'));

/**
 * Keeps in the history that somebody has ended sessions of their own, or signed out.
 *
 * @param headers those of the session; by default the call's
 */
export async function recordEnded(
  { request, response }: FormVisit,
  { record, ownerOf }: FormOptions,
  kind: 'sessionsEnded' | 'signedOut',
  headers = request.headers,
): Promise<void> {
  if (!record || !ownerOf) return;
  const client = clientOf(request);
  const identity = await ownerOf(headers);
  if (identity === undefined) return;
  response.once('finish', () => {
    if (hasEnded(response.statusCode, String(response.getHeader('location') ?? '')))
      void record(client, { identity, kind });
  });
}
