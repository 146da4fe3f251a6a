import { LRUCache } from 'lru-cache';
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

  /** Brings a client up to date. @returns for how long it stays so, in milliseconds */
  const bringUpToDate = async (id: string): Promise<number> => {
    const kept = await hydra.client(id);
    if (kept && kept.owner !== fromDocument) return ownMs;
    const url = documentUrl(id);
    if (!url) throw new DocumentRefused('The client_id is not the plain https URL of a document.');
    if (!isAllowedHost(url, allowed.hosts))
      throw new DocumentRefused("Documents of the client_id's host are not accepted here.");
    const { json, freshMs } = await fetcher.fetch(url);
    await hydra.keepClient(clientOf(url, json, allowed), !kept);
    return freshMs;
  };

  const known = new LRUCache<string, boolean>({
    max: maxKnown,
    ttl: ownMs,
    fetchMethod: async (id, _stale, { options }) => {
      options.ttl = await bringUpToDate(id);
      return true;
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
    /** Whether a client is up to date, so that nothing has to be fetched. */
    isKnown: (id: string): boolean => known.has(id),
    /**
     * Makes a client known to Hydra as its document describes it, unless the operator has registered it.
     *
     * @param id the URL of its document
     * @throws DocumentRefused if the document cannot be used, PortalError 502 or 504 if Hydra does not answer
     */
    know: async (id: string): Promise<void> => {
      await known.fetch(id);
    },
    close: (): void => {
      clearInterval(timer);
      fetcher.close();
    },
  };
}

/** Keeps clients by their documents. */
export type ClientDocuments = ReturnType<typeof createClientDocuments>;
