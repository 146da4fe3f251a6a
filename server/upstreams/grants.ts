import * as z from 'zod';
import { upstreamFailed } from './upstreamErrors.ts';
import { oauth2Client } from './challenges.ts';
import { callHydra } from './callHydra.ts';
import { everyPage } from './everyPage.ts';
import { nextPageToken } from './nextPageToken.ts';
import type { BuiltRequest } from './providerRequest.ts';
import { oauth2Requests } from './requests.ts';
import type { Transport } from './transport.ts';

const text = z.string().nullish().catch(undefined);
const texts = z.array(z.string()).nullish().catch(undefined);

const givenConsent = z.object({
  consent_request_id: text,
  grant_scope: texts,
  grant_access_token_audience: texts,
  handled_at: text,
  remember: z.boolean().nullish().catch(undefined),
  remember_for: z.number().nullish().catch(undefined),
  context: z.object({ session_id: text }).nullish().catch(undefined),
  consent_request: z
    .object({ request_url: text, requested_scope: texts, client: oauth2Client.nullish().catch(undefined) })
    .nullish()
    .catch(undefined),
});

/** A user's consent, as Hydra lists it: the granted scopes, the client, the time, and how long it is remembered. */
export type GivenConsent = z.output<typeof givenConsent>;

/** Which of a subject's grants are revoked: those of one client, or all. */
type Revocation = { client: string } | 'all';

const pageSize = 250;
/** How many consents `list` returns at most. */
const mostListed = 5000;

/**
 * Creates the calls on consents that Hydra stores.
 *
 * @throws PortalError 502 or 504 when Hydra gives no usable answer
 */
export function createGrants(transport: Transport) {
  const pages = (subject: string, signal?: AbortSignal) =>
    everyPage(async (token) => {
      const request = oauth2Requests.listOAuth2ConsentSessions(subject, pageSize, token);
      const answer = await callHydra(transport, request, signal);
      if (answer.status !== 200) throw upstreamFailed();
      const { data: items } = z.array(givenConsent).safeParse(answer.body);
      if (!items) throw upstreamFailed();
      return { items, next: nextPageToken(answer.headers.link) };
    });
  const end = async (request: BuiltRequest): Promise<void> => {
    const { status } = await callHydra(transport, request);
    if (status !== 204 && status !== 404) throw upstreamFailed();
  };

  return {
    /** A subject's consents, page by page. @param signal aborts the calls */
    pages,
    /** A subject's consents, from all pages of Hydra's list (up to 5,000). @param signal aborts the calls */
    list: async (subject: string, signal?: AbortSignal): Promise<GivenConsent[]> => {
      const found: GivenConsent[] = [];
      for await (const consents of pages(subject, signal)) {
        found.push(...consents);
        if (found.length >= mostListed) break;
      }
      return found;
    },
    /** Revokes a subject's grants to one client, or all, with their access and refresh tokens. */
    revoke: (subject: string, what: Revocation) =>
      end(
        what === 'all'
          ? oauth2Requests.revokeOAuth2ConsentSessions(subject, undefined, undefined, true)
          : oauth2Requests.revokeOAuth2ConsentSessions(subject, what.client),
      ),
    /** Ends a subject's sign-ins at Hydra, by which it remembers who is signed in. */
    endLogins: (subject: string) => end(oauth2Requests.revokeOAuth2LoginSessions(subject)),
    /** Revokes one consent. Hydra accepts no subject with the id, so check first that it is the user's. */
    revokeOne: (consentRequestId: string) =>
      end(oauth2Requests.revokeOAuth2ConsentSessions(undefined, undefined, consentRequestId)),
  };
}

/** The consents that Hydra keeps. */
export type Grants = ReturnType<typeof createGrants>;
