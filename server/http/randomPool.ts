import { randomFillSync } from 'node:crypto';

/** How many draws one fill of a pool serves: a fill per draw would cost more than the header that needs it. */
const drawsPerFill = 256;

/**
 * Draws random bytes from a pool that is filled for many draws at once.
 *
 * @param bytes how many bytes each draw gets
 * @returns draws; the buffer is overwritten by later draws, so encode it at once
 */
export function randomPool(bytes: number): () => Buffer {
  const pool = Buffer.alloc(bytes * drawsPerFill);
  let used = pool.length;
  return () => {
    if (used === pool.length) {
      randomFillSync(pool);
      used = 0;
    }
    used += bytes;
    return pool.subarray(used - bytes, used);
  };
}
