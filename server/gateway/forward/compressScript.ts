import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import type { Request } from 'express';
import type { HeldAnswer } from './heldAnswer.ts';

/** Both at their highest level: brotli's is the default. */
const codings = {
  br: promisify(brotliCompress),
  gzip: (bytes: Buffer) => promisify(gzip)(bytes, { level: 9 }),
} satisfies Record<string, (bytes: Buffer) => Promise<Buffer>>;

type Coding = keyof typeof codings;

const order: Coding[] = ['br', 'gzip'];

/** Returns the best coding that the browser takes (RFC 9110, section 12.5.3). */
export const codingFor = (request: Request): Coding | undefined =>
  order.find((coding) => request.acceptsEncodings(coding) === coding);

/** The compressed scripts kept: two codings of the versions that a provider runs during an upgrade. */
const kept = 4;

/** Whether bytes have a hash (Subresource Integrity, 3.1), which Kratos' pages name by one algorithm. */
const hasHash = (bytes: Buffer, hash: string): boolean =>
  hash === `sha512-${createHash('sha512').update(bytes).digest('base64')}`;

/** Compresses a script. @param hash the one that its URL names @param coding see `codingFor` */
export type CompressScript = (
  answer: HeldAnswer,
  hash: string,
  coding: Coding | undefined,
) => Promise<HeldAnswer>;

/**
 * Creates the function that compresses the provider's script, which contains no secrets. Each version is compressed once,
 * and only a script with the hash that its URL names, which it also notes: nobody can make the portal compress or keep
 * anything else.
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
