import querystring from 'node:querystring';
import type { Operation } from '../operations/catalogue.ts';
import type { AuditSink } from './auditSink.ts';
import { clientNetwork } from '../http/clientAddress.ts';
import type { LoggedAddress } from '../log/loggedAddress.ts';
import type { Caller, RequestRecord, Subscriber } from '../http/requestRecord.ts';
import { sampleRefusals } from '../log/sampleRefusals.ts';

/** The longest id that is logged; provider ids are shorter. */
const maxIdLength = 200;

/** A UUID as Kratos writes it. */
export const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/**
 * Returns an id as Kratos writes it: it takes UUIDs also in capitals, without hyphens, in braces, as a URN, or percent-encoded
 * (RFC 9562, section 4).
 */
export function canonicalId(typed: string): string {
  const hex = querystring
    .unescape(typed)
    .toLowerCase()
    .replace(/^urn:uuid:/, '')
    .replaceAll(/[{}-]/g, '');
  const parts = /^([\da-f]{8})([\da-f]{4})([\da-f]{4})([\da-f]{4})([\da-f]{12})$/.exec(hex);
  return parts ? parts.slice(1).join('-') : typed;
}

/** Returns the target of a call: the values of its path parameters. */
export function targetOf({ path: template }: Operation, path: string): Record<string, string> | undefined {
  const values = path.split('/');
  const ids = template.split('/').flatMap((segment, at): [string, string][] => {
    const name = /^\{(\w+)\}/.exec(segment)?.[1];
    return name === undefined ? [] : [[name, canonicalId(values[at] ?? '').slice(0, maxIdLength)]];
  });
  return ids.length > 0 ? Object.fromEntries(ids) : undefined;
}

const loggedCaller = ({ by, id }: Caller): Caller => ({ by, id: id.slice(0, maxIdLength) });

/** Returns why a call was refused, or `aborted` if its caller never became known; undefined if it was made. */
function refusalOf({ caller, failure, problem, completed }: RequestRecord): string | undefined {
  if (problem && !failure) return problem.id;
  return caller === undefined && !completed ? 'aborted' : undefined;
}

/**
 * Logs one line for each accepted admin call: the caller, the operation, its target ids, the client's address and the
 * outcome. It contains no body, query or token. Refused calls have such lines too, up to a limit per minute; one more
 * line counts the rest. An account that its browser gives up has one, too.
 *
 * @param keepAct gets each admin call that has a line, and why it was refused
 */
export function auditLog(
  sink: AuditSink,
  loggedAddress: LoggedAddress,
  keepAct?: (request: RequestRecord, refusal: string | undefined) => void,
) {
  const sampler = sampleRefusals((outcomes) => {
    const count = Object.values(outcomes).reduce((sum, one) => sum + one, 0);
    sink.info({ audit: 'refusals', count, outcomes }, 'more admin calls refused');
  });
  /** Logs an admin call when it is over. */
  const record: Subscriber = (request) => {
    const { operation, id, traceId, method, path, caller, address, completed, status, gaveUp } = request;
    if (gaveUp)
      sink.info(
        {
          audit: 'deleteIdentity',
          method: 'DELETE',
          target: { id: gaveUp.id },
          caller: { by: 'signUp', id: gaveUp.id },
          address: loggedAddress(address),
          outcome: gaveUp.deleted ? 'answered' : 'aborted',
          status: gaveUp.deleted ? 204 : undefined,
          reqId: id,
          traceId,
        },
        'unproved account given up',
      );
    if (operation?.access !== 'admin') return;
    const outcome = refusalOf(request);
    const isLogged =
      outcome === undefined ||
      sampler.admits({
        client: caller?.id ?? clientNetwork(address),
        group: caller ? outcome : 'unknown callers',
        outcome,
      });
    if (!isLogged) return;
    keepAct?.(request, outcome);
    sink.info(
      {
        audit: operation.operation,
        method,
        target: targetOf(operation, path),
        caller: caller ? loggedCaller(caller) : 'unknown',
        address: loggedAddress(address),
        outcome: outcome ?? (completed ? 'answered' : 'aborted'),
        status,
        reqId: id,
        traceId,
      },
      outcome === undefined ? 'admin call' : 'admin call refused',
    );
  };
  /** Logs the refusals that are still only counted. */
  const close = sampler.flush;
  return { record, close };
}
