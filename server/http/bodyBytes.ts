import { ServerResponse } from 'node:http';

declare module 'node:http' {
  interface ServerResponse {
    /** The size of the body so far in bytes, if it is counted. */
    bodyBytes?: number;
  }
}

type Send<Result> = (this: ServerResponse, chunk?: unknown, encoding?: unknown, done?: unknown) => Result;

const { write: nodeWrite, end: nodeEnd } = ServerResponse.prototype as unknown as {
  write: Send<boolean>;
  end: Send<ServerResponse>;
};

const sizeOf = (chunk: unknown, encoding: unknown): number => {
  if (chunk instanceof Uint8Array) return chunk.byteLength;
  if (typeof chunk !== 'string') return 0;
  return Buffer.byteLength(chunk, typeof encoding === 'string' ? (encoding as BufferEncoding) : 'utf8');
};

/** Shared by all answers, as in `defaultHeaders`. */
const counting = <Result>(send: Send<Result>): Send<Result> =>
  function count(chunk, encoding, done) {
    this.bodyBytes = (this.bodyBytes ?? 0) + sizeOf(chunk, encoding);
    return send.call(this, chunk, encoding, done);
  };
const write = counting(nodeWrite);
const end = counting(nodeEnd);

/**
 * Counts the bytes of an answer's body as they are handed to the connection, without headers and chunk framing. The
 * connection's own count includes both.
 *
 * @param response an answer whose body has not begun
 */
export function countBody(response: ServerResponse): void {
  response.bodyBytes = 0;
  response.write = write;
  response.end = end;
}

/** Returns the bytes of a counted body; 0 if HTTP sends none, whatever was written (RFC 9110, section 6.4.1). */
export const bodyBytes = ({ req, statusCode, bodyBytes: counted = 0 }: ServerResponse): number =>
  req.method === 'HEAD' || statusCode === 204 || statusCode === 304 ? 0 : counted;
