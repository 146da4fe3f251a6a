import type { Request } from 'express';
import type { PortalError } from '../http/PortalError.ts';
import type { Caller } from '../http/requestRecord.ts';

/** Whether a call is allowed, and who makes it, if that is known. */
export interface Decision {
  caller?: Caller;
  /** Why the call is refused; undefined if it is allowed. */
  refusal?: PortalError;
}

/** What an admin wants to do. */
export interface Action {
  /** Whether it changes something, rather than only reads. */
  changes: boolean;
  /** Whether other sites may link to it: browsers keep them from reading or framing a page. */
  isLinked?: boolean;
}

/** Whose credentials a request carries, and where it came from. */
export type Credentials = Pick<Request, 'headers' | 'originalUrl'>;

/** Decides whether a caller may do something. Rejects with a PortalError when the provider gives no usable answer. */
export type Authorize = (credentials: Credentials, action: Action) => Promise<Decision>;
