import type { IncomingHttpHeaders } from 'node:http';

/** A Connection header cannot name these: without them a body's end could be read differently upstream. */
const framing = new Set(['content-length', 'transfer-encoding']);

/**
 * The headers that a request's Connection header declares to be of this hop only (RFC 9110, section 7.6.1).
 *
 * @returns their names in lower case; undefined where there are none
 */
export function connectionHeaders({ connection }: IncomingHttpHeaders): ReadonlySet<string> | undefined {
  if (connection === undefined || /^(?:keep-alive|close)$/i.test(connection)) return undefined;
  return new Set(
    connection
      .toLowerCase()
      .split(',')
      .map((name) => name.trim())
      .filter((name) => !framing.has(name)),
  );
}

/**
 * The session token that a request carries, as the provider will see it: one that is empty, or that the Connection header
 * names, never gets there.
 */
export function sessionToken(headers: IncomingHttpHeaders): string | undefined {
  const token = headers['x-session-token'];
  if (typeof token !== 'string' || token === '') return undefined;
  return connectionHeaders(headers)?.has('x-session-token') ? undefined : token;
}
