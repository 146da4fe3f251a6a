import type { IncomingHttpHeaders } from 'node:http';
import { Agent } from 'undici';
import { isJsonType } from '../../http/requestHead.ts';
import { jsonIn } from '../../http/jsonIn.ts';
import { publicAddresses } from './publicAddresses.ts';

/** The largest document, in bytes; the draft recommends 5 kB. */
const maxBytes = 10 * 1024;
/** How long fetching one may take in all, in milliseconds. */
const deadlineMs = 3000;

const minute = 60_000;
/** How long a document may be used, in milliseconds, whatever its headers say: between a look and a change of it. */
const shortest = 5 * minute;
const longest = 24 * 60 * minute;
/** How long one is used that does not say it. */
const usual = 60 * minute;

/** Why a client's document cannot be used: a sentence for its developers. */
export class DocumentRefused extends Error {}

/** A client's document, and for how long it may be used, in milliseconds. */
export interface FetchedDocument {
  json: unknown;
  freshMs: number;
}

/** Returns for how long a document may be used (RFC 9111, sections 4.2.1 and 5.2.2), within bounds. */
export function freshness(cacheControl = '', age = '0'): number {
  if (/\bno-(?:store|cache)\b/i.test(cacheControl)) return shortest;
  const seconds = /\bmax-age\s*=\s*"?(\d+)/i.exec(cacheControl)?.[1];
  if (seconds === undefined) return usual;
  return Math.min(longest, Math.max(shortest, (Number(seconds) - (Number(age) || 0)) * 1000));
}

/** Returns why an answer is not a document, if it is not. */
function faultOf(status: number, headers: IncomingHttpHeaders): string | undefined {
  if (status !== 200) return `The client's document was answered with status ${status}.`;
  if (!isJsonType(headers['content-type'])) return "The client's document is not JSON.";
  return headers['content-encoding'] === undefined ? undefined : "The client's document is compressed.";
}

/**
 * Creates what fetches clients' documents: from public addresses, whole, without redirects and without compression, so that
 * whoever chooses the URL cannot reach what is behind the portal, or keep it busy.
 *
 * @param networks further addresses to fetch from
 */
export function documentFetcher(networks: readonly string[]) {
  const agent = new Agent({
    allowH2: false,
    pipelining: 0,
    maxResponseSize: maxBytes,
    maxHeaderSize: maxBytes,
    connect: { lookup: publicAddresses(networks), timeout: deadlineMs },
  });

  const fetchOnce = async (url: URL): Promise<FetchedDocument> => {
    const { statusCode, headers, body } = await agent.request({
      origin: url.origin,
      path: url.pathname,
      method: 'GET',
      headers: { accept: 'application/json', 'accept-encoding': 'identity' },
      signal: AbortSignal.timeout(deadlineMs),
    });
    // an answer of which nothing is used has to be read, too
    const json = jsonIn(Buffer.from(await body.arrayBuffer()));
    const fault = faultOf(statusCode, headers);
    if (fault !== undefined) throw new DocumentRefused(fault);
    const { 'cache-control': caching, age } = headers;
    return { json, freshMs: freshness([caching ?? ''].flat().join(), String(age ?? '0')) };
  };

  return {
    /** Fetches a document. @throws DocumentRefused if it cannot be had */
    fetch: async (url: URL): Promise<FetchedDocument> => {
      try {
        return await fetchOnce(url);
      } catch (cause) {
        if (cause instanceof DocumentRefused) throw cause;
        throw new DocumentRefused("The client's document cannot be fetched.", { cause });
      }
    },
    close: (): void => void agent.destroy(),
  };
}
