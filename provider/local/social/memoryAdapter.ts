import { LRUCache } from 'lru-cache';
import type { Adapter, AdapterPayload } from 'oidc-provider';

/**
 * Creates an in-memory adapter for one model of oidc-provider. Its own adapter does the same, but warns at every
 * start.
 */
export function memoryAdapter(): Adapter {
  const entries = new LRUCache<string, AdapterPayload>({ max: 1000 });
  const findBy = (key: 'uid' | 'userCode', value: string): AdapterPayload | undefined =>
    [...entries.values()].find((payload) => payload[key] === value);
  return {
    upsert(id, payload, expiresIn) {
      entries.set(id, payload, { ttl: expiresIn && expiresIn * 1000 });
      return Promise.resolve();
    },
    find: (id) => Promise.resolve(entries.get(id)),
    findByUid: (uid) => Promise.resolve(findBy('uid', uid)),
    findByUserCode: (userCode) => Promise.resolve(findBy('userCode', userCode)),
    consume(id) {
      const payload = entries.get(id);
      if (payload) payload.consumed = Math.floor(Date.now() / 1000);
      return Promise.resolve();
    },
    destroy(id) {
      entries.delete(id);
      return Promise.resolve();
    },
    revokeByGrantId(grantId) {
      for (const [id, payload] of entries.entries()) if (payload.grantId === grantId) entries.delete(id);
      return Promise.resolve();
    },
  };
}
