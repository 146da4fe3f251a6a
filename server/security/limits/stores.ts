import type { Store } from 'express-rate-limit';
import { boundedMemory, type Memory } from './boundedMemory.ts';
import { boundedStore } from './boundedStore.ts';

/** Creates the store of one limit, ready for use, with its window set. Names are unique and stable. */
export type MakeStore = (name: string, windowMs: number) => Store;

/** Creates the memory for one kind of entry. Names are unique and stable. */
export type MakeMemory = (name: string, ttlMs: number) => Memory;

/**
 * The stores in which the limits count and remember. Stores shared by replicas count for all of them: the keys are
 * the same in each, hashed with `COOKIE_SECRET`. An error from a store refuses the form or the request.
 */
export interface LimitStores {
  counter: MakeStore;
  memory: MakeMemory;
}

/** Stores in this process: each replica counts and remembers separately. */
export const inMemory: LimitStores = {
  counter: (_name, windowMs) => boundedStore(windowMs),
  memory: (_name, ttlMs) => boundedMemory(ttlMs),
};
