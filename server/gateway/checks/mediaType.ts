import type { IncomingHttpHeaders } from 'node:http';

/** Returns the media type that a request names, in lower case and without parameters (RFC 9110, section 8.3.1). */
export const mediaType = ({ 'content-type': type = '' }: IncomingHttpHeaders): string =>
  type.split(';', 1)[0]?.trim().toLowerCase() ?? '';

/** Whether a request carries a form as browsers post it without scripts. */
export const isForm = (headers: IncomingHttpHeaders): boolean =>
  mediaType(headers) === 'application/x-www-form-urlencoded';
