import { LRUCache } from 'lru-cache';
import type { OAuth2Client } from '@ory/client';
import type { Logger } from 'pino';
import type { Hydra } from '../hydra.ts';
import { everyPage } from '../everyPage.ts';
import { fromDocument } from '../clientDetails.ts';
import { type AllowedClients, clientOf } from './clientOf.ts';
import { documentUrl, isAllowedHost } from './documentUrl.ts';
import { DocumentRefused, documentFetcher } from './fetchDocument.ts';

const hourMs = 60 * 60_000;
/** After how long a client is removed that nobody has used: each use replaces it at least once a day. */
const unusedMs = 30 * 24 * hourMs;
/** How many clients each replica remembers to be up to date. */
const maxKnown = 1000;
/** How long a client of the operator's own is not asked for again. */
const ownMs = hourMs;

/** How many ports of `localhost` a client may have sign-ins under way at. */
const mostPorts = 50;

/** Whether a URI is one of those of a document that name `localhost`, at another port. */
function isAtAnyPort(uri: string, described: readonly string[] = []): boolean {
  const withoutPort = (text: string): string | undefined => {
    const url = URL.parse(text);
    if (url?.protocol !== 'http:' || url.hostname !== 'localhost') return undefined;
    url.port = '';
    return url.href;
  };
  const wanted = withoutPort(uri);
  return wanted !== undefined && described.some((one) => withoutPort(one) === wanted);
}

/** What clients' documents are fetched for and from. */
export interface DocumentOptions extends AllowedClients {
  hydra: Hydra;
  /** Networks to fetch from although they are not public. */
  networks: readonly string[];
  log: Logger;
}

/**
 * Keeps the clients that introduce themselves by a metadata document as clients at Hydra: their id is the document's URL.
 *
 * @see https://datatracker.ietf.org/doc/draft-ietf-oauth-client-id-metadata-document/
 */
export function createClientDocuments({ hydra, networks, log, ...allowed }: DocumentOptions) {
  const fetcher = documentFetcher(networks);

  /**
   * Fetches a client's document. @returns the client that it describes, and for how long, in milliseconds; no client for one
   * that the operator has registered
   */
  const read = async (id: string): Promise<{ client?: OAuth2Client; freshMs: number }> => {
    const kept = await hydra.client(id);
    if (kept && kept.owner !== fromDocument) return { freshMs: ownMs };
    const url = documentUrl(id);
    if (!url) throw new DocumentRefused('The client_id is not the plain https URL of a document.');
    if (!isAllowedHost(url, allowed.hosts))
      throw new DocumentRefused("Documents of the client_id's host are not accepted here.");
    const { json, freshMs } = await fetcher.fetch(url);
    const client = clientOf(url, json, allowed);
    await keep(client, kept?.redirect_uris);
    return { client, freshMs };
  };

  /** Keeps a client at Hydra. @param before its redirect URIs so far: those of programs on devices are still under way */
  const keep = (client: OAuth2Client, before: readonly string[] = []): Promise<void> => {
    const described = client.redirect_uris ?? [];
    const ports = before.filter((uri) => !described.includes(uri) && isAtAnyPort(uri, described));
    return hydra.keepClient({ ...client, redirect_uris: [...described, ...ports.slice(-mostPorts)] });
  };

  const known = new LRUCache<string, { client: OAuth2Client | undefined }>({
    max: maxKnown,
    ttl: ownMs,
    fetchMethod: async (id, _stale, { options }) => {
      const { client, freshMs } = await read(id);
      options.ttl = freshMs;
      return { client };
    },
  });

  const removeUnused = async (): Promise<void> => {
    const pages = everyPage(async (token) => {
      const { clients, next } = await hydra.ownedPage(fromDocument, token);
      return { items: clients, next };
    });
    for await (const clients of pages)
      for (const { client_id: id, updated_at: used } of clients)
        if (Date.now() - Date.parse(used ?? '') > unusedMs) await hydra.removeClient(id);
  };
  const cleanUp = (): void =>
    void removeUnused().catch((error: unknown) => log.warn(error, 'unused clients could not be removed'));
  const timer = allowed.hosts.length > 0 ? setInterval(cleanUp, hourMs).unref() : undefined;

  return {
    /** Whether a client is up to date, so that nothing has to be fetched or changed. */
    isKnown: (id: string, redirectUri: string): boolean =>
      known.has(id) && URL.parse(redirectUri)?.hostname !== 'localhost',
    /**
     * Makes a client known to Hydra as its document describes it, unless the operator has registered it.
     *
     * @param id the URL of its document
     * @param redirectUri where it wants the answer: Hydra takes any port of 127.0.0.1, but not of `localhost` (RFC 8252, section
     *   7.3)
     * @throws DocumentRefused if the document cannot be used, PortalError 502 or 504 if Hydra does not answer
     */
    know: async (id: string, redirectUri?: string): Promise<void> => {
      const { client } = (await known.fetch(id)) ?? {};
      if (!client || redirectUri === undefined || !isAtAnyPort(redirectUri, client.redirect_uris)) return;
      const before = (await hydra.client(id))?.redirect_uris ?? [];
      if (!before.includes(redirectUri)) await keep(client, [...before, redirectUri]);
    },
    close: (): void => {
      clearInterval(timer);
      fetcher.close();
    },
  };
}

/** Keeps clients by their documents. */
export type ClientDocuments = ReturnType<typeof createClientDocuments>;
