import type { Request, RequestHandler } from 'express';
import { flowKinds } from '../../../shared/page.ts';
import { PortalError } from '../../http/PortalError.ts';
import { queryIn } from '../../http/requestHead.ts';
import { findOperation } from '../../operations/findOperation.ts';
import type { CountForm } from './formLimits.ts';
import { addressKey, type LimitParts } from './limitParts.ts';
import type { Keys } from './limiter.ts';
import type { SessionOwners } from './sessionOwners.ts';

/** Whether an admin or an OAuth2 client calls: programs with credentials, which may make many calls. */
const isServerCall = (method: string, path: string): boolean => {
  const operation = findOperation(method, path);
  return operation !== undefined && operation.upstream !== 'kratosPublic';
};

/** The pages that show a flow, including the home page: its passkey offer is a settings form. */
const flowPages = new Set(['/', ...flowKinds.map((kind) => `/${kind}`)]);

/** Whether a GET or HEAD of this path may create a flow: the portal's flow pages and the provider's paths. */
const createsFlow = (path: string): boolean =>
  path.startsWith('/self-service/')
    ? !/^\/self-service\/(?:\w+\/flows|errors)$/.test(path)
    : flowPages.has(path);

/** Returns the limits that a request counts for, if any. */
function limitsOf({ method, path }: Request): 'post' | 'read' | undefined {
  if (method === 'POST') return isServerCall(method, path) ? undefined : 'post';
  const isRead = method === 'GET' || method === 'HEAD';
  return isRead && createsFlow(path) ? 'read' : undefined;
}

type RequestLimitParts = LimitParts & { owners: SessionOwners };

/**
 * Creates the limits on posts, and on reads that may create a flow. A signed-in person's requests count for that person
 * until their budget is used up; after that they count for the address like anybody else's. Requests caused by pages of
 * other sites are counted separately. A request is also refused when its store fails.
 */
export function limitRequests({ keyOf, limiter, owners }: RequestLimitParts): RequestHandler {
  const admit = async (name: 'post' | 'read', request: Request): Promise<unknown> => {
    const { ip, isFromOtherSite } = request;
    const count = (keys: Keys): Promise<unknown> => limiter.admit(limiter.hits(name, keys));
    const byAddress = (): Promise<unknown> => count({ address: [addressKey(keyOf, ip, isFromOtherSite)] });
    if (isFromOtherSite) return byAddress();
    const remembered = await owners.recall(request);
    if (remembered !== undefined) return count({ person: [remembered] }).catch(byAddress);
    return byAddress().catch(async (refusal: unknown) => {
      // asks the provider only if it makes a difference
      const owner = refusal instanceof PortalError ? await owners.ask(request) : undefined;
      if (owner === undefined) throw refusal;
      return count({ person: [owner] });
    });
  };

  return (request, _response, next) => {
    const name = limitsOf(request);
    if (name) admit(name, request).then(() => next(), next);
    else next();
  };
}

/** The status of the page that reports a wrong code. */
const wrongCode = 400;

/**
 * Limits how many wrong device codes one signed-in person and one client address may try (RFC 8628, section 5.1). The
 * provider says whose session it is, because made-up sessions would allow unlimited tries.
 */
export const limitUserCodes =
  ({ keyOf, limiter, owners }: RequestLimitParts): RequestHandler =>
  (request, response, next) => {
    const admit = async (): Promise<void> => {
      const owner = await owners.ask(request);
      const keys = { address: [addressKey(keyOf, request.ip)], person: owner === undefined ? [] : [owner] };
      const settle = await limiter.admit(limiter.hits('user code', keys));
      response.once('finish', () => void settle(response.statusCode === wrongCode ? 'wrong' : 'right'));
    };
    admit().then(() => next(), next);
  };

/**
 * Limits how often an account, or a session, may begin a sign-in to a higher assurance level (`?aal=aal2`): if the
 * second factor is a mailed code, the provider sends it at once.
 */
export const limitStepUps =
  (countForm: CountForm): RequestHandler =>
  ({ originalUrl, headers, ip: address, isFromOtherSite }, _response, next) => {
    const levels = queryIn(originalUrl).getAll('aal');
    const fields = new Map([['aal', levels]]);
    const counted =
      levels.length === 0
        ? Promise.resolve()
        : countForm({ kind: 'login', fields, headers, address, isFromOtherSite });
    counted.then(() => next(), next);
  };
