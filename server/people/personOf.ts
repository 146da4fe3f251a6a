import { fieldsOf, isObject, textIn } from '../../shared/fields.ts';
import type { NewPerson } from '../store/people.ts';
import { fullName, hasCredential, identifiersIn, type StoredIdentity } from '../upstreams/storedIdentity.ts';

/** Returns the texts and numbers of a JSON value, at any depth. */
function valuesIn(value: unknown): string[] {
  if (Array.isArray(value) || isObject(value)) return Object.values(value).flatMap(valuesIn);
  return typeof value === 'string' || typeof value === 'number' ? [String(value)] : [];
}

/** Returns what the index of people has of an identity. */
export function personOf(account: StoredIdentity): NewPerson {
  const { id, external_id: externalId, traits, verifiable_addresses: addresses } = account;
  const { email, username, phone } = fieldsOf(traits);
  const typed = [email, username, phone].flatMap((one) => textIn(one) ?? []);
  const known = [...(addresses ?? []).map(({ value }) => value), ...typed, ...identifiersIn(account)];
  return {
    identity: id,
    name: fullName(traits),
    address: known.find((one) => one.includes('@')) ?? known[0] ?? '',
    schema: account.schema_id ?? '',
    state: account.state ?? '',
    methods: Object.keys(account.credentials ?? {}).filter((kind) => hasCredential(account, kind)),
    proved: addresses?.[0]?.verified === true,
    created: Date.parse(account.created_at ?? '') || 0,
    text: [...new Set([id, ...known, externalId ?? '', ...valuesIn(traits)])].filter(Boolean).join('\n'),
  };
}
