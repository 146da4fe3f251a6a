import type { IncomingHttpHeaders } from 'node:http';
import { textIn } from '../../../shared/fields.ts';
import { claimsIn } from '../../http/jsonIn.ts';
import type { Pair } from './submission.ts';

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
