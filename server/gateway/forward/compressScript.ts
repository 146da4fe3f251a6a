import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import type { Coding } from '../../http/acceptedCodings.ts';
import type { WholeAnswer } from './wholeAnswer.ts';

/** Both at their highest level: brotli's is the default. */
const codings = {
  br: promisify(brotliCompress),
  gzip: (bytes: Buffer) => promisify(gzip)(bytes, { level: 9 }),
} satisfies Record<Coding, (bytes: Buffer) => Promise<Buffer>>;

/** The compressed scripts kept: two codings of the versions that a provider runs during an upgrade. */
const kept = 4;

/** Whether bytes have a hash (Subresource Integrity, 3.1), which Kratos' pages name by one algorithm. */
const hasHash = (bytes: Buffer, hash: string): boolean =>
  hash === `sha512-${createHash('sha512').update(bytes).digest('base64')}`;

/** Compresses a script. @param hash the one that its URL names @param coding the best that the browser accepts */
export type CompressScript = (
  answer: WholeAnswer,
  hash: string,
  coding: Coding | undefined,
) => Promise<WholeAnswer>;

/**
 * Creates the function that compresses the provider's script, which contains no secrets. Each version is compressed once,
 * and only a script with the hash that its URL names: nobody can make the portal compress or keep anything else. The answer
 * says whether it is that script (`isNamed`).
 */
export function createCompressScript(): CompressScript {
  const compressed = new LRUCache<string, Promise<Buffer>>({ max: kept });
  return async (answer, hash, coding) => {
    const { statusCode, body, rawHeaders } = answer;
    if (statusCode !== 200 || !hasHash(body, hash)) return { ...answer, isNamed: false };
    if (coding === undefined) return { ...answer, isNamed: true };
    const key = `${coding} ${hash}`;
    const bytes = compressed.get(key) ?? codings[coding](body);
    compressed.set(key, bytes);
    return {
      ...answer,
      isNamed: true,
      body: await bytes,
      rawHeaders: [...rawHeaders, 'Content-Encoding', coding],
    };
  };
}
