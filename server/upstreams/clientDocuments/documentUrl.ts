import { isIP } from 'node:net';

/** The longest client id that Hydra keeps. */
const maxLength = 255;

/** The value of CLIENT_METADATA_HOSTS that allows every host. */
export const anyHost = 'any';

/** Whether a client id is meant as the URL of a document. */
export const isDocumentId = (id: string): boolean => /^https:/i.test(id);

/**
 * Returns the URL of a client's metadata document if it is written as the draft requires: with a path, and nothing that another
 * spelling of the same URL would lack.
 *
 * @param id a client id
 * @see https://datatracker.ietf.org/doc/draft-ietf-oauth-client-id-metadata-document/ section 3
 */
export function documentUrl(id: string): URL | undefined {
  const url = URL.parse(id);
  const isPlain = url !== null && url.href === id && url.pathname !== '/' && id.length <= maxLength;
  if (!isPlain || url.protocol !== 'https:' || /[?#@]/.test(id)) return undefined;
  return isIP(url.hostname.replace(/^\[|\]$/g, '')) === 0 ? url : undefined;
}

/** Whether documents of a host may be used. @param allowed as CLIENT_METADATA_HOSTS lists them */
export const isAllowedHost = ({ host }: URL, allowed: readonly string[]): boolean =>
  allowed.includes(anyHost) || allowed.includes(host);
