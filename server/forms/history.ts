import * as nodeGroup from '../../shared/flow/nodeGroup.ts';
import * as nodeName from '../../shared/flow/nodeName.ts';
import type { ActivityKind } from '../../shared/activity.ts';
import { clientOf } from '../store/recorder.ts';
import type { FormOptions, FormVisit } from './visit.ts';

/** What a form tries, as far as only its answer shows it: Kratos asks nobody about a wrong password, or about a code. */
interface Tried {
  kind: ActivityKind;
  method: string;
  /** What the account signs in with. */
  identifier: string;
}

/** Returns what a form for signing in or recovering has come to, by the answer's status. */
function triedBy({ call, form }: FormVisit): Tried | undefined {
  const first = (name: string): string => form?.fields.get(name)?.[0] ?? '';
  const identifier = first(nodeName.identifier) || first('email');
  const method = first(nodeName.method);
  const isSignIn = call.operation.operation === 'updateLoginFlow';
  if (identifier === '' || (!isSignIn && call.operation.operation !== 'updateRecoveryFlow')) return undefined;
  if (isSignIn && method === nodeGroup.password && first('password') !== '')
    return { kind: 'signInFailed', method, identifier };
  return method === nodeGroup.code && first('code') === ''
    ? { kind: 'codeMailed', method, identifier }
    : undefined;
}

/**
 * Whether an answer shows the form again: a script's has status 400, or 200 once a recovery has mailed a code, and a browser's
 * leads back to it.
 */
const showsFormAgain = (kind: ActivityKind, status: number, location: string): boolean =>
  status === 400 ||
  (status === 200 && kind === 'codeMailed') ||
  (status === 303 && /\/(?:login|recovery)\?(?:.*&)?flow=/.test(location));

/**
 * Keeps a refused password and a mailed code in the history of the account, if there is one, once the form is answered: how long
 * the answer takes must not tell.
 */
export function recordTried(visit: FormVisit, { record, identities }: FormOptions): void {
  const tried = triedBy(visit);
  if (!record || !identities || !tried) return;
  const { request, response } = visit;
  const client = clientOf({ headers: { ...request.headers }, ip: request.ip });
  response.once('finish', () => {
    const { kind, method, identifier } = tried;
    if (!showsFormAgain(kind, response.statusCode, String(response.getHeader('location') ?? ''))) return;
    void identities
      .signingInWith(identifier)
      .then((found) =>
        Promise.all(found.map(({ id }) => record(client, { identity: id, kind, about: { method } }))),
      )
      // without an answer it is not known whose history it belongs to
      .catch(() => undefined);
  });
}

/** Keeps in the history that somebody has ended sessions of their own. */
export async function recordEnded(
  { request, response }: FormVisit,
  { record, ownerOf }: FormOptions,
): Promise<void> {
  if (!record || !ownerOf) return;
  const client = clientOf(request);
  const identity = await ownerOf(request.headers.cookie);
  if (identity === undefined) return;
  response.once('finish', () => {
    if (response.statusCode < 300) void record(client, { identity, kind: 'sessionsEnded' });
  });
}
