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

/** What a document is read for. */
interface Reading {
  /** Whether its client is kept already. */
  isKept: boolean;
  count?: ((key: string) => Promise<unknown>) | undefined;
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

  const isOperators = (kept: Awaited<ReturnType<Hydra['client']>>): boolean =>
    kept !== undefined && kept.owner !== fromDocument;

  const keep = async (client: OAuth2Client): Promise<void> => {
    if (!(await hydra.keepClient(client)))
      throw new DocumentRefused("The client's document has values that the provider refuses.");
  };

  const known = new LRUCache<string, OAuth2Client, Reading>({
    max: maxKnown,
    ttl: hourMs,
    fetchMethod: async (id, _stale, { options, context: { isKept, count } }) => {
      const url = documentUrl(id);
      if (!url) throw new DocumentRefused('The client_id is not the plain https URL of a document.');
      if (!isAllowedHost(url, allowed.hosts))
        throw new DocumentRefused("Documents of the client_id's host are not accepted here.");
      // strangers must not use up a host's fetches for the agents that people use
      await count?.(isKept ? id : url.host);
      const { json, freshMs } = await fetcher.fetch(url).catch((error: unknown) => {
        // the page must not say what is inside, but the operator may have to open a way out
        log.info({ host: url.host, err: error }, "a client's document was refused");
        throw error;
      });
      const client = clientOf(url, json, allowed);
      if (isKept) await keep(client);
      options.ttl = freshMs;
      return client;
    },
  });

  const removeUnused = async (): Promise<void> => {
    const pages = everyPage((token) => hydra.ownedPage(fromDocument, token));
    for await (const clients of pages)
      for (const { client_id: id, updated_at: used } of clients)
        if (Date.now() - Date.parse(used ?? '') > unusedMs) await hydra.removeClient(id);
  };
  const cleanUp = (): void =>
    void removeUnused().catch((error: unknown) => log.warn(error, 'unused clients could not be removed'));
  const timer = allowed.hosts.length > 0 ? setInterval(cleanUp, hourMs).unref() : undefined;

  return {
    /**
     * Makes a client known to Hydra as its document describes it, unless the operator has registered it.
     *
     * @param id the URL of its document
     * @param count counts a fetch of the document, for its host or, if its client is kept already, for itself
     * @returns whether the client is the document's
     * @throws DocumentRefused if the document cannot be used, PortalError 502 or 504 if Hydra does not answer
     */
    know: async (id: string, count?: Reading['count']): Promise<boolean> => {
      const kept = await hydra.client(id);
      if (isOperators(kept)) return false;
      const client = await known.fetch(id, { context: { isKept: kept !== undefined, count } });
      // new, or removed by the operator
      if (!kept && client)
        await keep(client).catch((error: unknown) => {
          known.delete(id);
          throw error;
        });
      return true;
    },
    /** Whether the operator has registered a client. */
    isOperators: async (id: string): Promise<boolean> => isOperators(await hydra.client(id)),
    close: (): void => {
      clearInterval(timer);
      fetcher.close();
    },
  };
}

/** Keeps clients by their documents. */
export type ClientDocuments = ReturnType<typeof createClientDocuments>;
