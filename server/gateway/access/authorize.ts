import type { Request } from 'express';
import type { Operation } from '../../operations/operation.ts';
import type { PortalError } from '../../http/PortalError.ts';
import type { Caller } from '../../http/requestRecord.ts';

/** Whether a call is allowed, and who makes it, if that is known. */
export interface Decision {
  caller?: Caller;
  /** Why the call is refused; undefined if it is allowed. */
  refusal?: PortalError;
}

/**
 * Decides whether a request may call an operation; undefined for operations that are not for admins, where the provider
 * itself checks the caller. Rejects with a PortalError when the provider gives no usable answer.
 */
export type Authorize = (request: Request, operation: Operation) => Promise<Decision> | undefined;
