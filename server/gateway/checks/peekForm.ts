import type { IncomingMessage } from 'node:http';
import { bodyTooLarge } from '../../http/errors.ts';

/** The largest form that is read before it is forwarded, in bytes; real ones have a few thousand. */
const maxFormBytes = 256 * 1024;

/**
 * Reads a form's whole body and puts it back, so that the next reader gets exactly the same bytes.
 *
 * @param change returns the bytes to put back instead
 * @returns the body that was put back, or the part received before the browser disconnected
 * @throws PortalError 413 for a form over 256 KiB
 */
export function peekForm(request: IncomingMessage, change = (body: Buffer): Buffer => body): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > maxFormBytes)
    return Promise.reject(bodyTooLarge(maxFormBytes));
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const finish = (done: () => void): void => {
      request.off('readable', read).off('close', end).off('error', end);
      done();
    };
    const end = (): void => finish(() => resolve(Buffer.concat(chunks)));
    const read = (): void => {
      for (
        let chunk = request.read() as Buffer | null;
        chunk !== null;
        chunk = request.read() as Buffer | null
      ) {
        chunks.push(chunk);
        length += chunk.length;
      }
      if (length > maxFormBytes) finish(() => reject(bodyTooLarge(maxFormBytes)));
      else if (request.complete)
        finish(() => {
          const body = change(Buffer.concat(chunks));
          // before `end` is emitted, which waits until everything has been read
          if (length > 0) request.unshift(body);
          resolve(body);
        });
    };
    request.on('readable', read).on('close', end).on('error', end);
    read();
  });
}
