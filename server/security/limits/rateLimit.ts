import type { Request, RequestHandler, Response } from 'express';
import { PortalError } from '../../http/PortalError.ts';
import { findOperation } from '../../operations/findOperation.ts';
import { addressKey, keysWith } from './keys.ts';
import type { SessionOwners } from './sessionOwners.ts';
import type { MakeStore } from './stores.ts';
import { limitRequests } from './limitRequests.ts';
import { flowKinds } from '../../../shared/page.ts';

const windowMs = 60_000;

/** How many requests one signed-in person may make in a minute, whatever others do at the same address. */
const ownPerMinute = { posts: 60, reads: 300 };

/**
 * Whether it is a call of an admin or an OAuth2 client: programs with their own credentials, which may make many
 * calls.
 */
const isServerCall = (method: string, path: string): boolean => {
  const operation = findOperation(method, path);
  return operation !== undefined && operation.upstream !== 'kratosPublic';
};

/** The pages that show a flow, including the home page: its passkey offer is a settings form. */
const flowPages = new Set(['/', ...flowKinds.map((kind) => `/${kind}`)]);

/**
 * Whether a GET or HEAD of this path may create a flow: the portal's flow pages, even with a flow id, and the
 * provider's paths.
 */
const createsFlow = (path: string): boolean =>
  path.startsWith('/self-service/') ? !/\/(?:flows|errors)$/.test(path) : flowPages.has(path);

/** The limits of one kind of request. */
interface Limiters {
  byAddress: RequestHandler;
  byOwner: RequestHandler;
}

/** The limits of requests by address, and where they are counted. */
export interface RateLimitOptions {
  /** COOKIE_SECRET. */
  secret: string;
  /** Creates the store of each limit. */
  makeStore: MakeStore;
  /** Posted forms per address and minute. */
  posts: number;
  /** Reads that may create a flow, per address and minute. */
  reads: number;
  owners: SessionOwners;
}

/** Runs a limit. Resolves with the error that refuses the request, or undefined. */
const refusalBy = (limiter: RequestHandler, request: Request, response: Response): Promise<unknown> =>
  new Promise((resolve) => void limiter(request, response, resolve));

/**
 * Limits how often one client address may post a form or create a flow. A signed-in person's requests count for that
 * person until their budget is used up; after that they count for the address like anybody else's. Requests caused by
 * pages of other sites are counted separately. A request is also refused when its store fails.
 */
export function rateLimit({ secret, makeStore, posts, reads, owners }: RateLimitOptions): RequestHandler {
  const keyOf = keysWith(secret);
  const ownerOf = new WeakMap<Request, string>();
  const addressOf = (request: Request): string => addressKey(keyOf, request.ip, request.isFromOtherSite);
  const limitersOf = (
    name: keyof typeof ownPerMinute,
    max: number,
    standardHeaders: 'draft-7' | false,
  ): Limiters => {
    const common = { windowMs, makeStore, standardHeaders };
    const ofOwner = { name: `${name}-owner`, max: ownPerMinute[name] };
    return {
      byAddress: limitRequests({ ...common, name, max, keyOfRequest: addressOf }),
      byOwner: limitRequests({ ...common, ...ofOwner, keyOfRequest: (request) => ownerOf.get(request) }),
    };
  };
  const limitPosts = limitersOf('posts', posts, 'draft-7');
  const limitReads = limitersOf('reads', reads, false);

  const limitersFor = ({ method, path }: Request): Limiters | undefined => {
    if (method === 'POST') return isServerCall(method, path) ? undefined : limitPosts;
    const isRead = method === 'GET' || method === 'HEAD';
    return isRead && createsFlow(path) ? limitReads : undefined;
  };

  const refusalOf = async (
    { byAddress, byOwner }: Limiters,
    request: Request,
    response: Response,
  ): Promise<unknown> => {
    if (request.isFromOtherSite) return refusalBy(byAddress, request, response);
    const remembered = await owners.recall(request);
    if (remembered !== undefined) {
      ownerOf.set(request, remembered);
      const refusal = await refusalBy(byOwner, request, response);
      return refusal && refusalBy(byAddress, request, response);
    }
    const refusal = await refusalBy(byAddress, request, response);
    if (!(refusal instanceof PortalError)) return refusal;
    // asks the provider only if it makes a difference
    const owner = await owners.ask(request);
    if (owner === undefined) return refusal;
    ownerOf.set(request, owner);
    return refusalBy(byOwner, request, response);
  };

  return (request, response, next) => {
    const limiters = limitersFor(request);
    if (limiters) void refusalOf(limiters, request, response).then(next, next);
    else next();
  };
}
