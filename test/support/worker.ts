import type * as Parts from './worker/parts.ts';

/**
 * The parts that the test files of a worker share, from test/run/environment.mjs. Node loads them once for each worker; jest
 * would reload every module for each file, and lose its state.
 */
export const { worker } = globalThis as unknown as { worker: typeof Parts };
