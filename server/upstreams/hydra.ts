import type { OAuth2Client as OAuth2ClientBody } from '@ory/client';
import * as z from 'zod';
import { fieldsOf } from '../../shared/fields.ts';
import { callHydra } from './callHydra.ts';
import { createChallenges, oauth2Client, type OAuth2Client } from './challenges.ts';
import { createGrants } from './grants.ts';
import { oauth2Requests } from './requests.ts';
import { nextPageToken } from './nextPageToken.ts';
import type { Transport } from './transport.ts';
import { upstreamFailed } from './upstreamErrors.ts';

/** An active access token (RFC 7662, section 2.2, and Hydra's `token_use`). */
const accessToken = z.object({
  active: z.literal(true),
  token_use: z.literal('access_token'),
  client_id: z.string().nullish().catch(undefined),
  sub: z.string().nullish().catch(undefined),
  scope: z.string().nullish().catch(undefined),
  aud: z.unknown().optional(),
});

/** How many clients a page of the console has. */
const consolePage = 25;

const text = z.string().nullish().catch(undefined);
const texts = z.array(z.string()).nullish().catch(undefined);

/** An OAuth2 client, as the console shows it. */
const consoleClient = z.object({
  client_id: z.string(),
  client_name: text,
  client_uri: text,
  redirect_uris: texts,
  grant_types: texts,
  scope: text,
  token_endpoint_auth_method: text,
  created_at: text,
});

/** How many of an owner's clients are read at once. */
const ownedPageSize = 250;

/** A client of an owner, and when it was last replaced. */
const ownedClient = z.object({ client_id: z.string(), updated_at: text });

/** An active access token. */
export type AccessToken = z.output<typeof accessToken>;

/** Reads a page of the clients, or of an owner's. @throws PortalError 502 or 504 when Hydra does not list them */
async function readClients<Client extends z.ZodType>(
  transport: Transport,
  client: Client,
  size: number,
  after: string | undefined,
  owner?: string,
): Promise<{ items: z.output<Client>[]; next: string | undefined }> {
  const request = oauth2Requests.listOAuth2Clients(size, after, undefined, owner);
  const { status, body, headers } = await callHydra(transport, request);
  const { data } = z.array(client).safeParse(body);
  if (status !== 200 || !data) throw upstreamFailed();
  return { items: data, next: nextPageToken(headers.link) };
}

/** Creates a client of Hydra's admin API. */
export const createHydra = (transport: Transport) => ({
  /**
   * Introspects an access token. No scope is sent: Hydra would report a token without it as inactive, like an expired
   * one. Tokens without `token_use` (Hydra 1.8 and older) are refused: a refresh token would look the same.
   *
   * @returns undefined for a token that is inactive or not an access token
   * @throws PortalError 502 or 504 when Hydra gives no answer
   */
  introspect: async (token: string): Promise<AccessToken | undefined> => {
    const { status, body } = await transport.send(oauth2Requests.introspectOAuth2Token(token));
    return status === 200 ? accessToken.safeParse(body).data : undefined;
  },
  /** Returns the audience of an access or refresh token; undefined for one that is not active. */
  audienceOf: async (token: string): Promise<unknown> => {
    const { body } = await callHydra(transport, oauth2Requests.introspectOAuth2Token(token));
    const { active, aud } = fieldsOf(body);
    return active === true ? (aud ?? []) : undefined;
  },
  /** Fetches a client; undefined if there is none with this id. */
  client: async (id: string): Promise<OAuth2Client | undefined> => {
    const { status, body } = await callHydra(transport, oauth2Requests.getOAuth2Client(id));
    return status === 200 ? oauth2Client.parse(body) : undefined;
  },
  /** Reads a page of the clients. @param after the token of the page before */
  clientsPage: (after: string | undefined) => readClients(transport, consoleClient, consolePage, after),
  /** Reads a client as the console shows it; undefined if there is none. */
  consoleClient: async (id: string) => {
    const { status, body } = await callHydra(transport, oauth2Requests.getOAuth2Client(id));
    return status === 200 ? consoleClient.parse(body) : undefined;
  },
  /** Ends the access tokens of a client. @throws PortalError 502 or 504 when Hydra does not do it */
  endTokens: async (id: string): Promise<void> => {
    const { status } = await callHydra(transport, oauth2Requests.deleteOAuth2Token(id));
    if (status >= 300) throw upstreamFailed();
  },
  /** Gives a client another secret. @returns whether Hydra has it */
  rotateSecret: async (id: string, secret: string): Promise<boolean> => {
    const request = oauth2Requests.patchOAuth2Client(id, [
      { op: 'replace', path: '/client_secret', value: secret },
    ]);
    const { status } = await callHydra(transport, request);
    return status === 200;
  },
  /** Replaces a client, or creates it. @returns whether Hydra takes its values @throws PortalError 502 or 504 when Hydra does not do it */
  keepClient: async (client: OAuth2ClientBody): Promise<boolean> => {
    const replace = oauth2Requests.setOAuth2Client(client.client_id ?? '', client);
    let { status } = await callHydra(transport, replace);
    if (status === 404) ({ status } = await callHydra(transport, oauth2Requests.createOAuth2Client(client)));
    // another replica was faster; older releases do not find a client whose id has a slash
    if (status === 409) ({ status } = await callHydra(transport, replace));
    if (status >= 300 && status !== 400 && status !== 404) throw upstreamFailed();
    return status !== 400;
  },
  /** Reads a page of an owner's clients. @param after the token of the page before */
  ownedPage: (owner: string, after: string | undefined) =>
    readClients(transport, ownedClient, ownedPageSize, after, owner),
  /** Deletes a client, with its tokens and consents. @throws PortalError 502 or 504 when Hydra does not do it */
  removeClient: async (id: string): Promise<void> => {
    const { status } = await callHydra(transport, oauth2Requests.deleteOAuth2Client(id));
    if (status >= 300 && status !== 404) throw upstreamFailed();
  },
  challenges: createChallenges(transport),
  grants: createGrants(transport),
});

/** Hydra's admin API. */
export type Hydra = ReturnType<typeof createHydra>;
