import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Request, RequestHandler } from 'express';
import type { Operation } from '../operations/catalogue.ts';
import type { FlowKind } from '../../shared/page.ts';
import type { PortalError } from './PortalError.ts';
import { splitTarget } from './requestHead.ts';
import { exemplarOf, withinTrace, type StartTrace } from './requestTrace.ts';

/** Who makes an admin call: the identity of a session, or the subject of an access token. */
export interface Caller {
  by: 'session' | 'token';
  id: string;
}

/** The effect of a request on one of the provider's flows. */
export interface FlowStep {
  flow: FlowKind;
  step: 'begun' | 'finished';
}

/** Facts that the request's handlers find out; undefined if not applicable or unknown. */
interface RequestNotes {
  /** The provider's operation that it calls. */
  operation?: Operation;
  /** Who makes an admin call. */
  caller?: Caller | undefined;
  /** The client's address, for admin calls. */
  address?: string | undefined;
  /** The ids of the identities that an admin call acts on, if its path does not name one. */
  actsOn?: readonly string[];
  /** The account that its browser has given up, and whether the provider has deleted it. */
  gaveUp?: { id: string; deleted: boolean };
  /** The error with which the portal answered. */
  problem?: PortalError;
  /** How the upstream of an operation failed, and how long after it was called, in milliseconds. */
  failure?: { error: PortalError; ms: number };
  /** The flow that it began or finished. */
  flowStep?: FlowStep;
}

/** The record of one finished request. Nothing in it comes from headers, the query or a body. */
export interface RequestRecord extends Readonly<RequestNotes> {
  /** In the log, in the answer's `X-Request-Id`, and in the provider's log. */
  readonly id: string;
  /** The id of its trace, in the log; undefined if requests are not traced. */
  readonly traceId: string | undefined;
  /** The same, if its trace is recorded. */
  readonly exemplar: string | undefined;
  readonly method: string;
  /** Only the path: flow ids, codes, tokens and challenges travel in the query. */
  readonly path: string;
  /** The operation's name, or the path of the route that matched. */
  readonly route: string | undefined;
  /** Undefined if the request was aborted before its answer began. */
  readonly status: number | undefined;
  /** From its headers to the end of its answer, in milliseconds. */
  readonly ms: number;
  /** The size of the answer with its headers, as far as it was handed to the connection. */
  readonly bytes: number;
  /** Whether the whole answer was sent; otherwise the connection ended before. */
  readonly completed: boolean;
}

/** Gets each record once. */
export type Subscriber = (record: RequestRecord) => void;

declare module 'node:http' {
  interface IncomingMessage {
    /** The request id. */
    id?: string;
    notes?: RequestNotes;
  }
}

/** Adds notes about a request to its record. */
export function note(request: IncomingMessage, notes: RequestNotes): void {
  Object.assign((request.notes ??= {}), notes);
}

const isRequestId = /^[\w-]{8,64}$/;

/** Keeps a caller's own well-formed id, so that one id follows a request through several services. */
const idFor = (header: string | string[] | undefined): string =>
  typeof header === 'string' && isRequestId.test(header) ? header : randomUUID();

/** Returns the path of the route that Express matched last. */
const routeOf = ({ route }: Request): string | undefined => (route as { path: string } | undefined)?.path;

/**
 * Gives each request an id, and passes its record to the subscribers once it is answered, refused or aborted.
 *
 * @param subscribers get each record once, in this order
 * @param startTrace traces the requests; by default they are not traced
 */
export function recordRequests(subscribers: readonly Subscriber[], startTrace?: StartTrace): RequestHandler {
  return (request, response, next) => {
    const started = performance.now();
    const id = idFor(request.headers['x-request-id']);
    request.id = id;
    response.setHeader('X-Request-Id', id);
    const { socket } = request;
    const sentBefore = socket.bytesWritten;
    const trace = startTrace?.(request);
    if (trace) request.trace = trace;
    response.once('close', () => {
      const { notes } = request;
      const record: RequestRecord = {
        ...notes,
        id,
        traceId: trace?.traceId,
        exemplar: exemplarOf(trace),
        method: request.method,
        path: splitTarget(request.originalUrl).path,
        route: notes?.operation?.operation ?? routeOf(request),
        status: response.headersSent ? response.statusCode : undefined,
        ms: performance.now() - started,
        bytes: socket.bytesWritten - sentBefore,
        completed: response.writableFinished,
      };
      for (const subscriber of subscribers) subscriber(record);
      trace?.end?.(record);
    });
    if (trace) withinTrace(trace, next);
    else next();
  };
}
