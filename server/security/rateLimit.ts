import type { RequestHandler } from 'express';
import { rateLimit as expressRateLimit, type RateLimitInfo } from 'express-rate-limit';
import { findOperation } from '../operations/findOperation.ts';
import { boundedStore } from './limits/boundedStore.ts';
import { addressKey, keysWith } from './limits/keys.ts';
import { rateLimited } from '../http/errors.ts';

const windowMs = 60_000;

/** How much one client address may do in a minute. */
const mostPerMinute = {
  /** Posted forms: a person with trembling fingers stays below, a password guesser does not. */
  posts: 60,
  /** Reads with which the provider writes a flow into its database: an office full of people stays below. */
  flows: 300,
};

/** Calls of admins and of OAuth2 clients, which are programs that may have much to do and bring credentials of their own. */
const isServerCall = (method: string, path: string): boolean => {
  const operation = findOperation(method, path);
  return operation !== undefined && operation.upstream !== 'kratosPublic';
};

const flowPage = /^\/(?:login|registration|recovery|verification|settings)$/;

/** Whether a GET, or a HEAD that is answered like one, may create a flow: on the portal's pages, with or without the id of one, and on the provider's own paths. */
const createsFlow = (path: string): boolean =>
  path.startsWith('/self-service/') ? !/\/(?:flows|errors)$/.test(path) : flowPage.test(path);

/**
 * Limits how often one client address may post a form or have a flow created. Each replica counts for itself; what must hold
 * across replicas is the load balancer's to limit.
 *
 * @param options.secret COOKIE_SECRET
 * @param options.posts posts per address and minute
 * @param options.flows created flows per address and minute
 */
export function rateLimit({
  secret,
  posts = mostPerMinute.posts,
  flows = mostPerMinute.flows,
}: {
  secret: string;
  posts?: number;
  flows?: number;
}): RequestHandler {
  const keyOf = keysWith(secret);
  const limit = (most: number, standardHeaders: 'draft-7' | false): RequestHandler =>
    expressRateLimit({
      windowMs,
      limit: most,
      standardHeaders,
      legacyHeaders: false,
      store: boundedStore(windowMs),
      keyGenerator: (request) => addressKey(keyOf, request.ip),
      // the key is made of the address' network, as that check wants it
      validate: { keyGeneratorIpFallback: false },
      handler: (request, _response, next) => {
        const { resetTime } = (request as { rateLimit?: RateLimitInfo }).rateLimit ?? {};
        const waitMs = resetTime ? resetTime.getTime() - Date.now() : windowMs;
        next(rateLimited(Math.max(1, Math.ceil(waitMs / 1000))));
      },
    });
  const limitPosts = limit(posts, 'draft-7');
  const limitFlows = limit(flows, false);

  return (request, response, next) => {
    const { method, path } = request;
    if (method === 'POST' && !isServerCall(method, path)) void limitPosts(request, response, next);
    else if ((method === 'GET' || method === 'HEAD') && createsFlow(path))
      void limitFlows(request, response, next);
    else next();
  };
}
