import type { ClientRequest, IncomingMessage } from 'node:http';
import type { Request, Response } from 'express';
import type { Operation } from '../../operations/operation.ts';
import type { PortalError } from '../../http/PortalError.ts';
import type { Caller } from '../access/authorize.ts';
import type { RedirectRewrite } from '../rewriteRedirect.ts';

/** A call that the catalogue lists, and what is known of it so far. */
export interface Call {
  operation: Operation;
  /** The two parts of the raw target that asked for it. */
  path: string;
  query: string;
  /** It only asks whether a page of another origin may make the call (Fetch standard, CORS-preflight fetch). */
  preflight: boolean;
  caller?: Caller | undefined;
  /** The id of the error that the portal itself answered with. */
  refusal?: string;
}

/** One call on its way through the gateway. */
interface Exchange {
  operation: Operation;
  /** When the call was handed to the upstream, in milliseconds of `performance.now()`. */
  started: number;
  upstreamRequest: ClientRequest | undefined;
  /** Tells the browser of a failure: in JSON, or as the error page. */
  fail: (error: PortalError) => void;
  retried: boolean;
  /** Where else than its `Location` an answer leads, and what else it sets. */
  rewriteRedirect?: RedirectRewrite | undefined;
  /** Told of the upstream's answer before its body is passed on. */
  answered?: ((answer: IncomingMessage) => void) | undefined;
}

export type GatewayRequest = Request & { exchange?: Exchange; id?: unknown };
export type GatewayResponse = Response;
