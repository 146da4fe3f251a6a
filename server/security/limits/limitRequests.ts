import type { Request, RequestHandler } from 'express';
import { rateLimit, type RateLimitInfo } from 'express-rate-limit';
import { rateLimited } from '../../http/errors.ts';
import type { MakeStore } from './stores.ts';

interface RequestLimit {
  /** The store's name: unique and stable. */
  name: string;
  /** How many requests a key may make within a window. */
  max: number;
  windowMs: number;
  makeStore: MakeStore;
  /** Returns the hashed key of a request; requests without a key are not limited. */
  keyOfRequest: (request: Request) => string | undefined;
  /** Whether answers report the remaining limit. */
  standardHeaders?: 'draft-7' | false;
  /** Only answers with this status count, once they are sent; by default all count. */
  countsOnly?: number;
}

/**
 * Limits how many requests of one key are answered; the others get 429. All requests are refused while the store
 * fails.
 */
export const limitRequests = ({
  name,
  max,
  windowMs,
  makeStore,
  keyOfRequest,
  standardHeaders = false,
  countsOnly,
}: RequestLimit): RequestHandler =>
  rateLimit({
    windowMs,
    limit: max,
    standardHeaders,
    legacyHeaders: false,
    store: makeStore(name, windowMs),
    skip: (request) => keyOfRequest(request) === undefined,
    keyGenerator: (request) => keyOfRequest(request) ?? '',
    skipSuccessfulRequests: countsOnly !== undefined,
    requestWasSuccessful: (_request, { statusCode }) => statusCode !== countsOnly,
    // the key already groups IPv6 addresses by network, as this check demands
    validate: { keyGeneratorIpFallback: false },
    handler: (request, _response, next) => {
      const { resetTime } = (request as { rateLimit?: RateLimitInfo }).rateLimit ?? {};
      const waitMs = resetTime ? resetTime.getTime() - Date.now() : windowMs;
      next(rateLimited(Math.max(1, Math.ceil(waitMs / 1000))));
    },
  });
