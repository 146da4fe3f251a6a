import * as nodeGroup from '../../shared/flow/nodeGroup.ts';
import * as nodeName from '../../shared/flow/nodeName.ts';
import type { ActivityKind } from '../../shared/activity.ts';
import { fieldsOf, lookUp, objectsIn } from '../../shared/fields.ts';
import { sentEmail } from '../../shared/flow/flowState.ts';
import {
  invalidCredentials,
  loginCodeWrong,
  lookupSecretSpent,
  lookupSecretWrong,
  totpWrong,
} from '../../shared/flow/messageId.ts';
import type { WholeAnswer } from '../gateway/forward/wholeAnswer.ts';
import { redirectTarget } from '../gateway/redirects.ts';
import type { Steps, Visit } from '../gateway/steps.ts';
import { jsonIn } from '../http/jsonIn.ts';
import type { LimitName } from '../security/limits/limits.ts';
import type { LimitedAccount } from '../security/lockouts.ts';
import { clientOf } from '../store/recorder.ts';
import type { FormOptions, FormVisit } from './visit.ts';

/** What a form tries, as far as only its answer shows it: Kratos asks nobody about a wrong password, code or second factor. */
interface Tried {
  kind: ActivityKind;
  method: string;
  /** What the account signs in with; undefined for a second factor, which the owner of the session gives. */
  identifier?: string;
}

/** The fields in which Kratos reads whose account a form is about, by the operation and the method. */
const nameFields: Record<string, readonly string[]> = {
  'updateLoginFlow password': [nodeName.identifier, 'password_identifier'],
  'updateLoginFlow code': [nodeName.identifier, nodeName.address],
  'updateRecoveryFlow code': ['email'],
};

/** The fields with second factors, by the method. */
const factorFields: Record<string, string> = {
  [nodeGroup.totp]: nodeName.totpCode,
  [nodeGroup.lookupSecret]: nodeName.lookupSecret,
  [nodeGroup.webauthn]: 'webauthn_login',
};

/** Returns what a form for signing in or recovering tries. */
function triedBy({ call, form }: FormVisit): Tried | undefined {
  const first = (...names: readonly string[]): string =>
    names.map((name) => form?.fields.get(name)?.[0] ?? '').find((value) => value !== '') ?? '';
  const { operation, submits } = call.operation;
  const method = first(nodeName.method);
  const kind = 'signInFailed';
  if (submits === 'login' && first(lookUp(factorFields, method) ?? '') !== '') return { kind, method };
  const identifier = first(...(nameFields[`${operation} ${method}`] ?? []));
  if (identifier === '') return undefined;
  if (method === nodeGroup.code && first(nodeName.code) === '')
    return { kind: 'codeMailed', method, identifier };
  return submits === 'login' ? { kind, method, identifier } : undefined;
}

/** The messages with which Kratos refuses a password, a code or a second factor; of a security key, that of an app's code. */
const refusals: ReadonlySet<unknown> = new Set([
  invalidCredentials,
  loginCodeWrong,
  totpWrong,
  lookupSecretSpent,
  lookupSecretWrong,
]);

/** Whether a flow has one of these messages. @param flow an answer's JSON */
export function says(flow: unknown, ids: ReadonlySet<unknown>): boolean {
  const { messages, nodes } = fieldsOf(fieldsOf(flow).ui);
  const shown = [messages, ...objectsIn(nodes).map((node) => node.messages)];
  return shown.some((some) => objectsIn(some).some(({ id }) => ids.has(id)));
}

/** Whether an answer says that Kratos has refused what was tried, or mailed a code. */
function hasHappened(kind: ActivityKind, flow: string, answer: WholeAnswer, portalUrl: string): boolean {
  // a browser without scripts is led back to its form
  if (answer.statusCode === 303) return redirectTarget(answer, portalUrl)?.searchParams.get('flow') === flow;
  const shown = fieldsOf(jsonIn(answer.body));
  return kind === 'codeMailed' ? shown.state === sentEmail : says(shown, refusals);
}

/** Returns the ids of the accounts with an identifier; none without an answer. */
const idsOf = async (
  identifier: string,
  identities: NonNullable<FormOptions['identities']>,
): Promise<string[]> => (await identities.signingInWith(identifier).catch(() => [])).map(({ id }) => id);

/**
 * Keeps a refused password, code or second factor and a mailed code in the history of the account, if there is one, once the form
 * is answered: how long the answer takes must not tell.
 *
 * @returns what reads the answer; undefined for any other form
 */
export function recordTried(
  visit: FormVisit,
  { record, identities, ownersOf, portalUrl }: FormOptions,
): Steps['readAnswer'] {
  const tried = triedBy(visit);
  if (!record || !tried || !visit.form) return undefined;
  const { request, response } = visit;
  const { flow } = visit.form;
  // read now: the gateway replaces the headers
  const { headers } = request;
  const client = clientOf(request);
  const { kind, method, identifier } = tried;
  const keep = async (): Promise<void> => {
    const found =
      identifier === undefined ? ownersOf?.(headers) : identities && idsOf(identifier, identities);
    for (const identity of (await found) ?? []) await record(client, { identity, kind, about: { method } });
  };
  return (answer) => {
    if (hasHappened(kind, flow, answer, portalUrl)) response.once('finish', () => void keep());
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
    const keep = async (): Promise<void> => {
      for (const identity of await idsOf(name, identities))
        await record(client, { identity, kind: 'limited', about });
    };
    // also for a program that does not wait for the answer
    if (response.destroyed) void keep();
    else response.once('close', () => void keep());
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
  { record, ownersOf }: FormOptions,
  kind: 'sessionsEnded' | 'signedOut',
  headers = request.headers,
): Promise<void> {
  if (!record || !ownersOf) return;
  const client = clientOf(request);
  const owners = await ownersOf(headers);
  response.once('finish', () => {
    if (hasEnded(response.statusCode, String(response.getHeader('location') ?? '')))
      for (const identity of owners) void record(client, { identity, kind });
  });
}
