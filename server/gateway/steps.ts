import type { IncomingHttpHeaders } from 'node:http';
import type { Response } from 'express';
import type { Submission } from '../security/submission/submission.ts';
import type { AnswerCookie, Call, GatewayRequest, RedirectRewrite } from './forward/exchange.ts';
import type { WholeAnswer } from './forward/wholeAnswer.ts';

/** A call of an operation, as a browser or a program makes it. */
export interface Visit {
  call: Call;
  request: GatewayRequest;
  response: Response;
  /** Its body; undefined if the portal only forwards it. */
  submission: Submission | undefined;
  /** Whether the browser itself shows the answer. */
  isNavigation: boolean;
}

/** The text that the upstream gets as a call's body, and its media type, if that is another one. */
export interface NewBody {
  text: string;
  type?: string;
}

/** The work of a page of the portal on a call that it makes, beside having it passed on. */
export interface Steps {
  /** The call that the upstream gets; by default the one that was made. */
  call?: Call | undefined;
  /** Replaces the body. */
  body?: NewBody | undefined;
  /** Changes the headers that the upstream gets. */
  changeHeaders?: ((headers: IncomingHttpHeaders) => void) | undefined;
  /** Gets the whole answer and returns the one to send. */
  readAnswer?: ((answer: WholeAnswer) => Promise<WholeAnswer> | WholeAnswer) | undefined;
  /** Replaces the `Location` of an answer to a browser's navigation, and may set a cookie. */
  rewriteRedirect?: RedirectRewrite | undefined;
  /** The cookies of the portal's own that the answer sets. */
  cookies?: readonly (AnswerCookie | undefined)[] | undefined;
}

/**
 * What pages do before and after a call that they make.
 *
 * @returns undefined if the call is answered already
 * @throws PortalError 400 if the provider could misread the form
 */
export type PageSteps = (visit: Visit) => Promise<Steps | undefined>;
