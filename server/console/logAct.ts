import type { Request } from 'express';
import type { AuditSink } from '../admin/auditSink.ts';
import { PortalError } from '../http/PortalError.ts';
import type { NewAct } from '../store/acts.ts';
import { clientOf } from '../store/recorder.ts';
import type { Store } from '../store/store.ts';
import type { Member } from './member.ts';

/** An act as its lines have it: what is done to whom, why, and what changes, as far as it is known; never a secret. */
interface LoggedAct {
  operation: string;
  target: string;
  item?: string | undefined;
  reason?: string | undefined;
  before?: unknown;
  after?: unknown;
}

/** The request that asks for an act. */
type LoggedRequest = Pick<Request, 'id' | 'headers' | 'ip'>;

/** How an act has ended, and what is known of it only now. */
type End = Partial<Pick<LoggedAct, 'target' | 'before' | 'after'>>;

/** What writes administrators' acts into the log. */
export interface ActLog {
  /** Writes a line about an act that is not made. Never rejects: the audit has it where the database does not answer. */
  logAct: (
    member: Pick<Member, 'id'>,
    request: LoggedRequest,
    act: LoggedAct & { outcome: `refused: ${string}` },
  ) => Promise<unknown>;
  /**
   * Writes a line that an act begins. Nothing is done without it.
   *
   * @returns what writes its outcome and returns the id of its line: that of the first one, if the database no longer answers.
   *   Undefined if the act may not be made, because it could not be written down.
   */
  beginAct: (
    member: Pick<Member, 'id'>,
    request: LoggedRequest,
    act: LoggedAct,
  ) => Promise<((outcome: Exclude<NewAct['outcome'], 'begun'>, end?: End) => Promise<string>) | undefined>;
}

/** Refuses what could not be written down. */
export const notLogged = (): PortalError =>
  new PortalError(503, 'not_logged', 'Nothing was done: it could not be written into the log.', {
    waitSeconds: 5,
  });

/** Returns the outcome of an act that has thrown an error. */
export const failure = (error: unknown): `failed: ${string}` =>
  `failed: ${error instanceof PortalError ? error.id : 'internal'}`;

/**
 * Creates what writes acts of the console into the log and, as a call's of the gateway, into the audit: what was changed is in the
 * log alone.
 *
 * @param keptAddress formats an address as LOG_CLIENT_ADDRESS says
 */
export function createActLog(
  { acts }: Pick<Store, 'acts'>,
  audit: AuditSink,
  keptAddress: (address: string | undefined) => string | undefined,
): ActLog {
  const write = async (
    member: Pick<Member, 'id'>,
    request: LoggedRequest,
    { operation, target, outcome, begun, ...about }: LoggedAct & Pick<NewAct, 'outcome' | 'begun'>,
  ): Promise<string | undefined> => {
    const address = keptAddress(clientOf(request).address ?? undefined);
    const written = await acts
      .record({
        actor: member.id,
        operation,
        target,
        outcome,
        begun,
        about: { ...about, ...(address !== undefined && { address }), request: request.id },
      })
      .catch(() => undefined);
    const isUnwritten = outcome === 'begun' && !written;
    if (outcome !== 'begun' || isUnwritten)
      audit.info(
        {
          audit: operation,
          target: { id: target },
          caller: { by: 'session', id: member.id },
          address,
          outcome: isUnwritten ? failure(notLogged()) : outcome,
          reqId: request.id,
        },
        'console act',
      );
    return written?.id;
  };
  return {
    logAct: write,
    beginAct: async (member, request, act) => {
      const begun = await write(member, request, { ...act, outcome: 'begun' });
      if (begun === undefined) return undefined;
      return async (outcome, end) =>
        (await write(member, request, { ...act, ...end, outcome, begun })) ?? begun;
    },
  };
}
