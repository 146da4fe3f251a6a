import type { Request } from 'express';
import type { Operation } from '../../operations/operation.ts';
import type { PortalError } from '../../http/PortalError.ts';

/** Who makes an admin call: the identity of a session, or the subject of an access token. */
export interface Caller {
  by: 'session' | 'token';
  id: string;
}

/** Whether a call may be made, and by whom, as far as that is known. */
export interface Decision {
  caller?: Caller;
  /** Why not; the call may be made where it is missing. */
  refusal?: PortalError;
}

/**
 * Decides whether a request may make a call; undefined where nobody need be known, because the provider itself asks who
 * calls. It rejects with a PortalError where it cannot find out.
 */
export type Authorize = (request: Request, operation: Operation) => Promise<Decision> | undefined;
