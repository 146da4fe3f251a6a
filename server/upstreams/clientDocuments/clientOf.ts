import type { OAuth2Client } from '@ory/client';
import * as z from 'zod';
import { fromDocument } from '../clientDetails.ts';
import { isLoopback } from '../identifiesApplication.ts';
import { DocumentRefused } from './fetchDocument.ts';
import { isAllowedHost, anyHost } from './documentUrl.ts';
import { withAddress } from './localhost.ts';

const url = z.string().max(2000).optional().catch(undefined);
const names = z.array(z.string().max(200)).max(50).optional();

/** What a document says, as far as it is used (RFC 7591, section 2). */
const metadata = z.object({
  client_id: z.string(),
  client_name: z.string().max(200).optional(),
  client_uri: url,
  policy_uri: url,
  tos_uri: url,
  redirect_uris: z.array(z.string().max(2000)).min(1).max(200),
  grant_types: names,
  response_types: names,
  scope: z.string().max(2000).optional(),
  token_endpoint_auth_method: z.string().optional(),
  client_secret: z.undefined().optional(),
  client_secret_expires_at: z.undefined().optional(),
});

/** What the operator allows all such clients. */
export interface AllowedClients {
  /** The hosts of documents, and of redirect URIs; or `any`. */
  hosts: readonly string[];
  scopes: readonly string[];
  /** The APIs that they may ask for. */
  resources: readonly string[];
}

/** Whether an answer may be sent to a URI: on the document's own host, on a listed one, or at a program of the user's device. */
function mayReceive(uri: string, document: URL, hosts: readonly string[]): boolean {
  const target = URL.parse(uri);
  if (target?.hash !== '' || target.username !== '' || target.password !== '') return false;
  if (target.protocol === 'http:') return isLoopback(target.hostname);
  const listed = hosts.filter((host) => host !== anyHost);
  return target.protocol === 'https:' && (target.host === document.host || isAllowedHost(target, listed));
}

/** Returns a link of the document's own host. */
function ownLink(link: string | undefined, document: URL): string | undefined {
  const target = URL.parse(link ?? '');
  return target?.protocol === 'https:' && target.host === document.host ? target.href : undefined;
}

/**
 * Returns the client that a document describes: public, for the code flow, without a logo, which would lend it somebody's looks.
 *
 * @param document the URL that the document was fetched from, which is the client's id
 * @throws DocumentRefused if the document does not describe such a client
 */
export function clientOf(document: URL, json: unknown, allowed: AllowedClients): OAuth2Client {
  const { data, error } = metadata.safeParse(json);
  if (!data) {
    const field = error.issues[0]?.path[0];
    throw new DocumentRefused(
      field === undefined
        ? "The client's document is not client metadata in JSON."
        : `The client's document has a ${String(field)} that is not accepted here.`,
    );
  }
  if (data.client_id !== document.href)
    throw new DocumentRefused("The client_id in the client's document is not the document's URL.");
  if ((data.token_endpoint_auth_method ?? 'none') !== 'none')
    throw new DocumentRefused('The token_endpoint_auth_method must be none.');
  const { grant_types: grants = ['authorization_code', 'refresh_token'], response_types: types = ['code'] } =
    data;
  if (!grants.includes('authorization_code') || !types.includes('code'))
    throw new DocumentRefused('The client must use the authorization_code grant with response_type code.');
  const redirectUris = data.redirect_uris.filter((uri) => mayReceive(uri, document, allowed.hosts));
  if (redirectUris.length === 0)
    throw new DocumentRefused("No redirect_uri is on the document's host or at a loopback address.");
  const asked = data.scope?.split(' ') ?? allowed.scopes;
  const scopes = allowed.scopes.filter((scope) => asked.includes(scope));
  // Hydra would allow its own default
  if (scopes.length === 0) throw new DocumentRefused("No scope in the client's document is allowed here.");
  return {
    client_id: document.href,
    client_name: data.client_name ?? document.host,
    client_uri: ownLink(data.client_uri, document) ?? document.origin,
    policy_uri: ownLink(data.policy_uri, document) ?? '',
    tos_uri: ownLink(data.tos_uri, document) ?? '',
    redirect_uris: redirectUris.map(withAddress),
    grant_types: ['authorization_code', 'refresh_token'].filter((grant) => grants.includes(grant)),
    response_types: ['code'],
    scope: scopes.join(' '),
    audience: [...allowed.resources],
    token_endpoint_auth_method: 'none',
    owner: fromDocument,
  };
}
