import { generateKeyPairSync, randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { malformed, noSuchResource, notFound } from '../hydraError.ts';
import { collection } from './collection.ts';

/** A JSON Web Key (RFC 7517). */
export type Key = JsonWebKey & { kid: string };

interface KeySet {
  keys: Key[];
}

/** The set that ID tokens are signed with. */
export const signingSet = 'hydra.openid.id-token';

function keyPair(alg: string): { export: (format: { format: 'jwk' }) => JsonWebKey } {
  if (alg === 'RS256') return generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
  if (alg === 'ES256') return generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
  if (alg === 'ES512') return generateKeyPairSync('ec', { namedCurve: 'P-521' }).privateKey;
  if (alg === 'EdDSA') return generateKeyPairSync('ed25519').privateKey;
  throw malformed(`The JSON Web Key algorithm ${alg} is not supported`);
}

/** The sets of keys. */
export type Keys = ReturnType<typeof createKeys>;

/** Opens the sets, and creates the one that ID tokens are signed with if it is missing. */
export function createKeys(database: DatabaseSync) {
  const sets = collection<KeySet>(database, 'keys');
  const find = (set: string): KeySet => {
    const found = sets.get(set);
    if (!found) throw notFound();
    return found;
  };
  const keys = {
    set: find,
    key(set: string, kid: string): Key {
      const key = sets.get(set)?.keys.find((one) => one.kid === kid);
      if (!key) throw sets.get(set) ? noSuchResource() : notFound();
      return key;
    },
    /** Creates a key, first in its set. */
    generate(set: string, { alg, use, kid }: { alg: string; use: string; kid?: string }): KeySet {
      const key = { use, alg, kid: kid ?? randomUUID(), ...keyPair(alg).export({ format: 'jwk' }) };
      sets.put(set, { keys: [key, ...(sets.get(set)?.keys ?? [])] });
      return { keys: [key] };
    },
    replace: (set: string, value: KeySet): void => sets.put(set, value),
    put(set: string, key: Key): void {
      const others = (sets.get(set)?.keys ?? []).filter(({ kid }) => kid !== key.kid);
      sets.put(set, { keys: [key, ...others] });
    },
    deleteSet: (set: string): boolean => sets.delete(set),
    deleteKey(set: string, kid: string): void {
      const found = sets.get(set);
      if (found) sets.put(set, { keys: found.keys.filter((key) => key.kid !== kid) });
    },
  };
  if (!sets.get(signingSet)) keys.generate(signingSet, { alg: 'RS256', use: 'sig' });
  return keys;
}
