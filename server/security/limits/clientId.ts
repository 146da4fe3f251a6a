import type { IncomingHttpHeaders } from 'node:http';
import { textIn } from '../../../shared/fields.ts';
import { decodeFormValue } from '../../http/decodeFormValue.ts';
import { claimsIn } from '../../http/jsonIn.ts';

const assertionType = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';

/**
 * Returns the user of Basic credentials, which clients encode like a form value (RFC 6749, section 2.3.1); undefined for a
 * header that Hydra does not recognise as such, so that it reads the body instead.
 */
function basicUser(authorization = ''): string | undefined {
  const encoded = /^basic ((?:[a-z\d+/]{4})*(?:[a-z\d+/]{2}==|[a-z\d+/]{3}=)?)$/i.exec(authorization)?.[1];
  const [, user] = /^([^:]*):/.exec(Buffer.from(encoded ?? '', 'base64').toString()) ?? [];
  return user === undefined ? undefined : decodeFormValue(user);
}

const nonEmpty = (text: string | null): string | undefined =>
  text === null || text === '' ? undefined : text;

/**
 * Finds the id of the OAuth2 client that a call authenticates as, in the same order as Hydra: first an assertion,
 * then the Authorization header, then the body.
 *
 * @param headers the request's headers
 * @param body the raw form
 * @returns undefined if it names no client
 */
export function clientId(headers: IncomingHttpHeaders, body: Buffer): string | undefined {
  const form = new URLSearchParams(body.toString());
  const inBody = nonEmpty(form.get('client_id'));
  if (form.get('client_assertion_type') === assertionType)
    return inBody ?? textIn(claimsIn(form.get('client_assertion') ?? '').sub);
  return basicUser(headers.authorization) ?? inBody;
}
