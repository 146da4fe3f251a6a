import type { ClientRequest, IncomingMessage } from 'node:http';
import type { Request } from 'express';
import type { Operation } from '../../operations/catalogue.ts';
import type { PortalError } from '../../http/PortalError.ts';
import type { CallTrace } from '../../http/requestTrace.ts';
import type { WholeAnswer } from './wholeAnswer.ts';
import type { SettledAnswer } from '../../security/limits/limitParts.ts';

/** A call of an operation of the catalogue. */
export interface Call {
  operation: Operation;
  /** The two parts of its raw request target. */
  path: string;
  query: string;
  /** Whether it is a CORS preflight (Fetch standard, CORS-preflight fetch). */
  preflight: boolean;
}

/** The status and headers of an upstream's answer. */
export type AnswerHead = Pick<IncomingMessage, 'headers' | 'statusCode'>;

/** Replaces an answer's `Location`, and may set a cookie; undefined keeps the answer as it is. */
export type RedirectRewrite = (
  answer: AnswerHead,
) => { location: string; setCookie?: string | undefined } | undefined;

/** The `Set-Cookie` that an answer gets, if any. The body is there if the answer was read whole. */
export type AnswerCookie = (answer: AnswerHead & { body?: Buffer }) => string | undefined;

/** One call on its way through the gateway. */
export interface Exchange {
  operation: Operation;
  /** Whether the portal is on https, where the upstream's cookies must be `Secure`. */
  secure: boolean;
  /** When the call was handed to the upstream, in milliseconds of `performance.now()`. */
  started: number;
  upstreamRequest: ClientRequest | undefined;
  /** The clock and the trace of the request to the upstream, once that is sent. */
  upstreamCall?: CallTrace;
  /** Answers with an error: in JSON, or as the error page. */
  fail: (error: PortalError) => void;
  retried: boolean;
  /** Replaces the `Location` of the answer, and may set a cookie. */
  rewriteRedirect?: RedirectRewrite | undefined;
  /** The cookies of the portal's own that the answer sets. */
  answerCookies: AnswerCookie[];
  /** Called once, with the upstream's answer before it is sent on, or with undefined if there is none. */
  settle: (answer: SettledAnswer | undefined) => void;
  /** Gets the whole answer and returns the one to send; without it, the answer is streamed. */
  beforeSending?: ((answer: WholeAnswer) => Promise<WholeAnswer>) | undefined;
}

/** A request at the gateway, with its exchange once it is forwarded. */
export type GatewayRequest = Request & { exchange?: Exchange };
