import { identityNotFound } from '../http/errors.ts';
import type { OwnOperation } from '../operations/portal.ts';
import type { Lockouts } from '../security/lockouts.ts';
import type { Identities } from '../upstreams/identities.ts';
import { identifiersIn } from '../upstreams/storedIdentity.ts';

/** Answers an operation with JSON, or with nothing. @param target the values of its path's parameters */
export type OwnAnswer = (target: Record<string, string>) => Promise<object | undefined>;

/**
 * Creates the answers about the limits that refuse an account.
 *
 * @param lockouts undefined if RATE_LIMIT is off: nothing is refused
 * @param identities undefined without KRATOS_ADMIN_URL: the gateway does not ask for an answer
 * @throws PortalError 404 for an identity that Kratos does not have, 502 or 504 if it gives no usable answer
 */
export function identityLimits(
  lockouts: Pick<Lockouts, 'list' | 'lift'> | undefined,
  identities: Pick<Identities, 'find'> | undefined,
): Record<OwnOperation, OwnAnswer> {
  const identifiersOf = async ({ id = '' }: Record<string, string>): Promise<string[]> => {
    const identity = await identities?.find(id);
    if (!identity) throw identityNotFound();
    return identifiersIn(identity);
  };
  return {
    listIdentityLimits: async (target) => {
      const identifiers = await identifiersOf(target);
      const hits = (await lockouts?.list(identifiers)) ?? [];
      return hits.map(({ limit: { name, per, max, seconds }, hits: attempts, leftMs }) => {
        const until = Date.now() + leftMs;
        return {
          limit: name,
          scope: per,
          attempts,
          max,
          since: new Date(until - seconds * 1000),
          until: new Date(until),
        };
      });
    },
    liftIdentityLimits: async (target) => {
      const identifiers = await identifiersOf(target);
      await lockouts?.lift(identifiers);
      return undefined;
    },
  };
}
