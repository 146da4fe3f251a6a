import type * as Parts from './worker/parts.ts';

/**
 * What the test files of a worker have in common, from test/run/environment.mjs. Node loads it, once a worker: jest would
 * load every module anew for each file, and forget what is in it.
 */
export const { worker } = globalThis as unknown as { worker: typeof Parts };
