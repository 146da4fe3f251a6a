import * as z from 'zod';
import { callHydra } from './callHydra.ts';
import { createChallenges, oauth2Client, type OAuth2Client } from './challenges.ts';
import { createGrants } from './grants.ts';
import { oauth2Requests } from './requests.ts';
import type { Transport } from './transport.ts';

/** An active access token (RFC 7662, section 2.2, and Hydra's `token_use`). */
const accessToken = z.object({
  active: z.literal(true),
  token_use: z.literal('access_token'),
  client_id: z.string().nullish().catch(undefined),
  sub: z.string().nullish().catch(undefined),
  scope: z.string().nullish().catch(undefined),
  aud: z.unknown().optional(),
});

/** An active access token. */
export type AccessToken = z.output<typeof accessToken>;

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
  /** Fetches a client; undefined if there is none with this id. */
  client: async (id: string): Promise<OAuth2Client | undefined> => {
    const { status, body } = await callHydra(transport, oauth2Requests.getOAuth2Client(id));
    return status === 200 ? oauth2Client.parse(body) : undefined;
  },
  challenges: createChallenges(transport),
  grants: createGrants(transport),
});

/** Hydra's admin API. */
export type Hydra = ReturnType<typeof createHydra>;
