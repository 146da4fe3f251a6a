import type { ClientLimit } from '../../operations/operation.ts';
import { clientId } from '../submission/clientId.ts';
import type { Pair } from '../submission/submission.ts';
import { addressKey, type CallSource, type LimitParts, type Settle } from './limitParts.ts';

/** Counts a call that an OAuth2 client authenticates. Rejects when a store fails. @throws PortalError 429 */
export type CountClientCall = (
  call: CallSource & { limit: ClientLimit; pairs: readonly Pair[] },
) => Promise<Settle>;

/**
 * Creates the limits on the calls of OAuth2 clients: on wrong secrets, and on device authorisations (RFC 8628,
 * section 5.1). Each counts for a client at one address, and for the address: nobody can keep a client from its
 * tokens at another address.
 */
export const createClientLimits =
  ({ keyOf, limiter }: LimitParts): CountClientCall =>
  async ({ limit, headers, pairs, address, isFromOtherSite }) => {
    const here = addressKey(keyOf, address, isFromOtherSite);
    const client = clientId(headers, pairs);
    const keys = {
      address: [here],
      'client at address': client === undefined ? [] : [keyOf('client', client, here)],
    };
    const settle = await limiter.admit([
      ...limiter.hits('client secret', keys),
      ...(limit === 'devices' ? limiter.hits('device', keys) : []),
    ]);
    return (answer) => {
      if (answer === 'unsent') return settle('unsent');
      const { statusCode } = answer ?? {};
      return settle(statusCode === 200 ? 'right' : statusCode === 401 ? 'wrong' : 'unknown');
    };
  };
