import type { IncomingMessage } from 'node:http';
import { decodeBody } from '../../upstreams/decodeBody.ts';
import { upstreamInvalid } from '../../upstreams/upstreamErrors.ts';

/** An upstream's answer with its whole body, decoded. */
export interface WholeAnswer extends Pick<IncomingMessage, 'headers' | 'rawHeaders'> {
  statusCode: number;
  body: Buffer;
  /** Whether it has the hash that the URL names; undefined if the URL names none. */
  isNamed?: boolean;
}

/** The largest answer to read, in bytes: larger than any answer to a flow's form. */
const maxAnswerBytes = 1024 * 1024;

/** Headers that describe the encoded body, and no longer apply once it is decoded. */
const ofTransfer = new Set(['content-encoding', 'content-length']);

function withoutTransfer(rawHeaders: readonly string[]): string[] {
  const kept: string[] = [];
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const [name = '', value = ''] = rawHeaders.slice(at, at + 2);
    if (!ofTransfer.has(name.toLowerCase())) kept.push(name, value);
  }
  return kept;
}

/**
 * Reads an answer to its end before any of it is sent on.
 *
 * @throws PortalError 502 for an answer that is too large or cannot be decoded, or what Node's client reports
 */
export async function readWhole(answer: IncomingMessage): Promise<WholeAnswer> {
  const { statusCode = 0, headers, rawHeaders } = answer;
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > maxAnswerBytes) throw upstreamInvalid(new Error('answer too large'));
    chunks.push(chunk);
  }
  const body = await decodeBody(Buffer.concat(chunks), headers['content-encoding'], maxAnswerBytes);
  return { statusCode, headers, rawHeaders: withoutTransfer(rawHeaders), body };
}
