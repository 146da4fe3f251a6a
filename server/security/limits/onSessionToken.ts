import type { IncomingMessage } from 'node:http';

/** Larger than any answer to a sign-in, in bytes. */
const maxAnswerBytes = 256 * 1024;

/**
 * Watches an answer's body for the session token that an app gets when it signs in.
 *
 * @param answer an answer whose body is about to be forwarded
 * @param found called with the token, if there is one
 */
export function onSessionToken(answer: IncomingMessage, found: (token: string) => void): void {
  const chunks: Buffer[] = [];
  let length = 0;
  answer.on('data', (chunk: Buffer) => {
    length += chunk.length;
    if (length <= maxAnswerBytes) chunks.push(chunk);
  });
  answer.once('end', () => {
    const token = /"session_token"\s*:\s*"([^"\\]+)"/.exec(Buffer.concat(chunks).toString())?.[1];
    if (token !== undefined) found(token);
  });
}
