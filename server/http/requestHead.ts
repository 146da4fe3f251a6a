import type { IncomingHttpHeaders } from 'node:http';

/** Splits a request target at its question mark: path and query, both raw. */
export function splitTarget(target: string): { path: string; query: string } {
  const mark = target.indexOf('?');
  if (mark < 0) return { path: target, query: '' };
  return { path: target.slice(0, mark), query: target.slice(mark + 1) };
}

/** Parses a raw query, or a form. A question mark in front belongs to the first name, as it does for the provider. */
export const parseQuery = (text: string): URLSearchParams => new URLSearchParams(`&${text}`);

/** Parses the query of a request target. */
export const queryIn = (target: string): URLSearchParams => parseQuery(splitTarget(target).query);

/** Joins a path and a query, both raw, to a request target. */
export const joinTarget = (path: string, query: string): string => (query === '' ? path : `${path}?${query}`);

/** Whether a caller accepts a page: a browser that visits it, or sends a form without scripts. */
export const acceptsHtml = ({ accept }: Pick<IncomingHttpHeaders, 'accept'>): boolean =>
  accept?.includes('text/html') === true;

/** Returns the media type in a Content-Type header, in lower case and without parameters (RFC 9110, section 8.3.1). */
export const mediaType = (contentType = ''): string =>
  contentType.split(';', 1)[0]?.trim().toLowerCase() ?? '';

/** Whether a content type is JSON, like the provider reads it. */
export const isJsonType = (contentType = ''): boolean =>
  /^\s*application\/(?:[\w.-]+\+)?json\b/i.test(contentType);

/** Whether a message has a body, judged by its framing (RFC 9112, section 6.3). */
export const hasBody = (headers: IncomingHttpHeaders): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

const methods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Whether a method is one that the portal answers: anybody can send others. */
export const isKnownMethod = (method: string): boolean => methods.has(method);
