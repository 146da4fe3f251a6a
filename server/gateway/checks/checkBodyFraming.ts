import type { IncomingHttpHeaders } from 'node:http';
import { bodyTooLarge, framingNotAllowed } from '../../http/errors.ts';

/**
 * Refuses a body whose end two servers could disagree on (RFC 9112, section 6.3), or whose Content-Length is over the
 * limit. Node's parser already refuses two lengths, and a length with a transfer coding; this catches the rest.
 *
 * @param limit the largest body, in bytes
 * @throws PortalError 400 `framing_not_allowed` or 413 `body_too_large`
 */
export function checkBodyFraming(headers: IncomingHttpHeaders, limit: number): void {
  const coding = headers['transfer-encoding'];
  const length = headers['content-length'];
  if (coding !== undefined && (coding.toLowerCase() !== 'chunked' || length !== undefined))
    throw framingNotAllowed();
  if (length !== undefined && Number(length) > limit) throw bodyTooLarge(limit);
}
