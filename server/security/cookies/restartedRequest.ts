import { createHash } from 'node:crypto';
import { parseQuery, splitTarget } from '../../http/requestHead.ts';
import { ownCookie } from './ownCookie.ts';

/** The parameters with which a browser brings the answer to a challenge back to Hydra. */
const verifiers = ['login_verifier', 'consent_verifier'] as const;

/** Whether the query of an authorization request brings an answer back. */
export const bringsVerifier = (query: string): boolean => {
  const parameters = parseQuery(query);
  return verifiers.some((name) => parameters.has(name));
};

/** Returns the query of an authorization request as it began: Hydra adds its verifiers, and sorts the parameters. */
export function queryWithoutVerifiers(query: string): string {
  const parameters = parseQuery(query);
  for (const name of verifiers) parameters.delete(name);
  parameters.sort();
  return parameters.toString();
}

/** Returns the query of a URL. */
export const queryOf = (url: string): string => splitTarget(url).query;

/** Identifies an authorization request, whether it has just begun or brings an answer back. */
export const requestKey = (query: string): string =>
  createHash('sha256').update(queryWithoutVerifiers(query)).digest('base64url');

const cookie = ownCookie('portal_restarted', 60);

/** Says for a minute which authorization request has begun again, so that it does so only once. */
export const restartedRequest = {
  /** Whether a Cookie header names the request with this query. */
  isIn: (header: string | undefined, query: string, portalUrl: string): boolean =>
    cookie.read(header, portalUrl) === requestKey(query),
  /** Returns the `Set-Cookie` that names a request by its query. */
  keep: (query: string, portalUrl: string): string => cookie.keep(requestKey(query), portalUrl),
  expired: cookie.expired,
};
