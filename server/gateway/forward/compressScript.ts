import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Request } from 'express';
import type { Operation } from '../../operations/catalogue.ts';
import type { WholeAnswer } from './wholeAnswer.ts';

/**
 * Returns the hash that a URL names for the provider's script, without which pages do not run it; undefined for any other
 * call.
 */
export function namedHash({ cacheable }: Operation, request: Request): string | undefined {
  if (cacheable !== 'by-integrity') return undefined;
  const { integrity } = request.query;
  return typeof integrity === 'string' && integrity !== '' ? integrity : undefined;
}

/** Whether bytes have a hash (Subresource Integrity, 3.1), which Kratos' pages name by one algorithm. */
const hasHash = (bytes: Buffer, hash: string): boolean =>
  hash === `sha512-${createHash('sha512').update(bytes).digest('base64')}`;

/**
 * Compresses the provider's script, which contains no secrets, if it has the hash that its URL names: nobody can make the
 * portal compress, or browsers keep, anything else. The answer says whether it is that script (`isNamed`).
 */
export async function compressScript(
  answer: WholeAnswer,
  hash: string,
  takesGzip: boolean,
): Promise<WholeAnswer> {
  const { statusCode, body, rawHeaders } = answer;
  const isNamed = statusCode === 200 && hasHash(body, hash);
  if (!isNamed || !takesGzip) return { ...answer, isNamed };
  const encoded = [...rawHeaders, 'Content-Encoding', 'gzip'];
  return { ...answer, isNamed, body: await promisify(gzip)(body), rawHeaders: encoded };
}
