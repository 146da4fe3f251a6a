import type { IncomingHttpHeaders } from 'node:http';
import { PortalError } from '../../http/errors.ts';

/**
 * The error of a body over the limit. What is left of the body is not read: the connection ends with the answer.
 *
 * @param bytes the limit
 */
export const bodyTooLarge = (bytes: number): PortalError =>
  new PortalError(413, 'body_too_large', `The body is larger than ${bytes} bytes.`, {
    headers: { Connection: 'close' },
  });

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
    throw new PortalError(400, 'framing_not_allowed', 'The length of the body is ambiguous.', {
      headers: { Connection: 'close' },
    });
  if (length !== undefined && Number(length) > limit) throw bodyTooLarge(limit);
}
