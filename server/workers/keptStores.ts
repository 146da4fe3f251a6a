import type { Store } from 'express-rate-limit';
import type { Memory } from '../security/limits/boundedMemory.ts';
import { inMemory } from '../security/limits/stores.ts';
import type { StoreAnswer, StoreCall } from './messages.ts';

/**
 * Creates the stores that the primary process keeps for its workers: one for each name, with bounded size.
 *
 * @returns a function that makes a call; calls made one after the other happen in that order
 */
export function keptStores(): (call: StoreCall) => Promise<StoreAnswer> {
  const counters = new Map<string, Store>();
  const memories = new Map<string, Memory>();
  const counter = (name: string, ms: number): Store => {
    const store = counters.get(name) ?? inMemory.counter(name, ms);
    counters.set(name, store);
    return store;
  };
  const memory = (name: string, ms: number): Memory => {
    const kept = memories.get(name) ?? inMemory.memory(name, ms);
    memories.set(name, kept);
    return kept;
  };

  return async (call) => {
    if ('counter' in call) {
      const info = await counter(call.counter, call.ms)[call.method](call.key);
      return info ? { hits: info.totalHits, endsAt: Number(info.resetTime) } : null;
    }
    return (await memory(call.memory, call.ms)[call.method](call.key, call.text)) ?? null;
  };
}
