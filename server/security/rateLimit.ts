import type { Request, RequestHandler } from 'express';
import { findOperation } from '../operations/findOperation.ts';
import { addressKey, keysWith } from './limits/keys.ts';
import type { MakeStore } from './limits/stores.ts';
import { limitRequests } from './limitRequests.ts';
import { flowKinds } from '../../shared/page.ts';

const windowMs = 60_000;

/** Limits per client address and minute. */
const maxPerMinute = {
  /** Posted forms: more than any person sends, fewer than guessing passwords takes. */
  posts: 60,
  /** Reads that make the provider store a new flow: enough for an office full of people. */
  flows: 300,
};

/**
 * Whether it is a call of an admin or an OAuth2 client: programs with credentials of their own, which may make many
 * calls.
 */
const isServerCall = (method: string, path: string): boolean => {
  const operation = findOperation(method, path);
  return operation !== undefined && operation.upstream !== 'kratosPublic';
};

/** The home page among them: its offer of a passkey is a form of the settings. */
const flowPages = new Set(['/', ...flowKinds.map((kind) => `/${kind}`)]);

/**
 * Whether a GET or HEAD of this path may create a flow: the portal's pages with one, even if its id is given, and the
 * provider's paths.
 */
const createsFlow = (path: string): boolean =>
  path.startsWith('/self-service/') ? !/\/(?:flows|errors)$/.test(path) : flowPages.has(path);

/**
 * Limits how often one client address may post a form or create a flow. A request is refused as well when its store
 * fails.
 *
 * @param options.secret COOKIE_SECRET
 * @param options.makeStore makes the store of each limit
 * @param options.posts posts per address and minute
 * @param options.flows created flows per address and minute
 */
export function rateLimit({
  secret,
  makeStore,
  posts = maxPerMinute.posts,
  flows = maxPerMinute.flows,
}: {
  secret: string;
  makeStore: MakeStore;
  posts?: number;
  flows?: number;
}): RequestHandler {
  const keyOf = keysWith(secret);
  const keyOfRequest = (request: Request): string => addressKey(keyOf, request.ip);
  const limit = (name: string, max: number, standardHeaders: 'draft-7' | false): RequestHandler =>
    limitRequests({ name, max, windowMs, makeStore, keyOfRequest, standardHeaders });
  const limitPosts = limit('posts', posts, 'draft-7');
  const limitFlows = limit('flows', flows, false);

  return (request, response, next) => {
    const { method, path } = request;
    if (method === 'POST' && !isServerCall(method, path)) void limitPosts(request, response, next);
    else if ((method === 'GET' || method === 'HEAD') && createsFlow(path))
      void limitFlows(request, response, next);
    else next();
  };
}
