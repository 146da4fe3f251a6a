import type { IncomingHttpHeaders } from 'node:http';
import { bodyTooLarge, framingNotAllowed } from '../../http/errors.ts';

/**
 * Refuses a body whose end two servers could see in different places (RFC 9112, section 6.3), or that is announced to be
 * too long. Node's parser refuses two lengths and a length beside a transfer coding itself; here is what it lets pass.
 *
 * @param limit the most bytes of a body
 * @throws PortalError 400 `framing_not_allowed` or 413 `body_too_large`
 */
export function checkBodyFraming(headers: IncomingHttpHeaders, limit: number): void {
  const coding = headers['transfer-encoding'];
  const length = headers['content-length'];
  if (coding !== undefined && (coding.toLowerCase() !== 'chunked' || length !== undefined))
    throw framingNotAllowed();
  if (length !== undefined && Number(length) > limit) throw bodyTooLarge(limit);
}
