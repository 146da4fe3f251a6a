import type { IncomingMessage } from 'node:http';
import { bodyTooLarge } from '../../http/errors.ts';
import { checkFormBounds } from '../../security/request/formBounds.ts';

/** The largest form that is read before it is forwarded, in bytes; real ones have a few thousand. */
const maxFormBytes = 256 * 1024;

interface PeekOptions {
  /** Returns the bytes to put back instead. */
  change?: (body: Buffer) => Buffer;
  /** The largest form to read. */
  maxBytes?: number;
}

/**
 * Reads a form's whole body and puts it back, so that the next reader gets exactly the same bytes.
 *
 * @returns the body that was put back, or the part received before the browser disconnected
 * @throws PortalError 413 for a form over 256 KiB or `maxBytes`, or with more fields or levels than a real one
 */
export function peekForm(
  request: IncomingMessage,
  { change = (body) => body, maxBytes = maxFormBytes }: PeekOptions = {},
): Promise<Buffer> {
  const { 'content-length': declared = 0, 'content-type': type } = request.headers;
  if (Number(declared) > maxBytes) return Promise.reject(bodyTooLarge(maxBytes));
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let length = 0;
    /** Settles with what a function returns or throws. */
    const finish = (result: () => Buffer): void => {
      request.off('readable', read).off('close', end).off('error', end);
      resolve(new Promise((settle) => settle(result())));
    };
    const received = (): Buffer => {
      const body = Buffer.concat(chunks);
      checkFormBounds(body, type);
      return body;
    };
    const end = (): void => finish(received);
    const read = (): void => {
      for (
        let chunk = request.read() as Buffer | null;
        chunk !== null;
        chunk = request.read() as Buffer | null
      ) {
        chunks.push(chunk);
        length += chunk.length;
      }
      if (length > maxBytes)
        finish(() => {
          throw bodyTooLarge(maxBytes);
        });
      else if (request.complete)
        finish(() => {
          const body = change(received());
          // before `end` is emitted, which waits until everything has been read
          if (length > 0) request.unshift(body);
          return body;
        });
    };
    request.on('readable', read).on('close', end).on('error', end);
    read();
  });
}
