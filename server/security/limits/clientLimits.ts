import type { ClientLimit } from '../../operations/operation.ts';
import type { Pair } from '../submission/submission.ts';
import { addressKey, type CallSource, type LimitParts, type Settle } from './limitParts.ts';
import type { IncomingHttpHeaders } from 'node:http';
import { textIn } from '../../../shared/fields.ts';
import { claimsIn } from '../../http/jsonIn.ts';

const assertionType = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';

/**
 * Returns the user of Basic credentials, which clients encode like a form value (RFC 6749, section 2.3.1); undefined for a
 * header that Hydra does not recognise as such, so that it reads the body instead.
 */
function basicUser(authorization = ''): string | undefined {
  const encoded = /^basic ((?:[a-z\d+/]{4})*(?:[a-z\d+/]{2}==|[a-z\d+/]{3}=)?)$/i.exec(authorization)?.[1];
  const [, user] = /^([^:]*):/.exec(Buffer.from(encoded ?? '', 'base64').toString()) ?? [];
  return user === undefined
    ? undefined
    : (new URLSearchParams(`=${user.replaceAll('&', '%26')}`).get('') ?? '');
}

/**
 * Finds the id of the OAuth2 client that a call authenticates as, in the same order as Hydra: first an assertion,
 * then the Authorization header, then the form.
 *
 * @returns undefined if it names no client
 */
export function clientId({ authorization }: IncomingHttpHeaders, pairs: readonly Pair[]): string | undefined {
  // of several fields with a name, Hydra reads the first, even if it is empty
  const first = (wanted: string): string => pairs.find(([name]) => name === wanted)?.[1] ?? '';
  const inForm = textIn(first('client_id'));
  if (first('client_assertion_type') === assertionType)
    return inForm ?? textIn(claimsIn(first('client_assertion')).sub);
  return basicUser(authorization) ?? inForm;
}

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
