import type { IncomingHttpHeaders } from 'node:http';

/** Kept even if a Connection header names them: without them the receiver could disagree on where a body ends. */
const framing = new Set(['content-length', 'transfer-encoding']);

/**
 * Returns the headers that a message's Connection header declares to be hop-by-hop (RFC 9110, section 7.6.1).
 *
 * @returns their names in lower case; undefined if there are none
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

/** Returns the session token that is forwarded: neither an empty one, nor one that the Connection header names. */
export function sessionToken(headers: IncomingHttpHeaders): string | undefined {
  const token = headers['x-session-token'];
  if (typeof token !== 'string' || token === '') return undefined;
  return connectionHeaders(headers)?.has('x-session-token') ? undefined : token;
}
