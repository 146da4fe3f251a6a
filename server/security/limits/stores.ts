import type { Store } from 'express-rate-limit';
import { boundedMemory, type Memory } from './boundedMemory.ts';
import { boundedStore } from './boundedStore.ts';

/** Makes the store in which one limit counts, ready for use: with its window set. Names are unique and stable. */
export type MakeStore = (name: string, windowMs: number) => Store;

/** Makes the memory for one kind of thing. Names are unique and stable. */
export type MakeMemory = (name: string, ttlMs: number) => Memory;

/**
 * Where the limits count and remember. Stores that replicas share count for all of them: their keys are the same in
 * each, hashed with `COOKIE_SECRET`. What one of them throws or rejects with refuses the form or the request.
 */
export interface LimitStores {
  counter: MakeStore;
  memory: MakeMemory;
}

/** Stores in this process: each replica counts and remembers for itself. */
export const inMemory: LimitStores = {
  counter: (_name, windowMs) => boundedStore(windowMs),
  memory: (_name, ttlMs) => boundedMemory(ttlMs),
};
