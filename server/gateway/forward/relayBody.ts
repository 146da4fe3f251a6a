import type { IncomingMessage, ServerResponse } from 'node:http';

/**
 * Streams an answer's body, no faster than the browser reads it. A body that arrives whole is written together with the
 * head, and a call needs two listeners instead of the seven of `pipe`. Errors and aborts are handled by the caller.
 */
export function relayBody(answer: IncomingMessage, response: ServerResponse): void {
  const length = Number(answer.headers['content-length'] ?? Number.NaN);
  let received = 0;
  const resume = (): void => void answer.resume();
  answer.on('data', (chunk: Buffer) => {
    received += chunk.length;
    if (received === length) response.end(chunk);
    else if (!response.write(chunk)) {
      answer.pause();
      response.once('drain', resume);
    }
  });
  answer.on('end', () => {
    if (!response.writableEnded) response.end();
  });
}
