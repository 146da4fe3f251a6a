import { fieldsOf, isObject, textIn } from '../../shared/fields.ts';
import type { NewPerson } from '../store/people.ts';
import { hasCredential, identifiersIn, type StoredIdentity } from '../upstreams/storedIdentity.ts';

/** Returns the texts and numbers of a JSON value, at any depth. */
function valuesIn(value: unknown): string[] {
  if (Array.isArray(value) || isObject(value)) return Object.values(value).flatMap(valuesIn);
  return typeof value === 'string' || typeof value === 'number' ? [String(value)] : [];
}

/** Kinds that an identity's schema lists for everybody, and whose keys tell whether there are any. */
const keyKinds = new Set(['passkey', 'webauthn']);

/** Returns the kinds of credentials that somebody has: Kratos lists some that are empty. */
const methodsOf = (account: StoredIdentity): string[] =>
  Object.entries(account.credentials ?? {}).flatMap(([kind, { config }]) => {
    const isKept =
      kind === 'password'
        ? Boolean(config?.hashed_password) || config?.use_password_migration_hook === true
        : keyKinds.has(kind)
          ? (config?.credentials?.length ?? 0) > 0
          : hasCredential(account, kind);
    return isKept ? [kind] : [];
  });

const nameIn = (name: unknown): string => {
  const { first, last } = fieldsOf(name);
  return textIn(name) ?? [first, last].flatMap((part) => textIn(part) ?? []).join(' ');
};

/** Returns what the index of people has of an identity. */
export function personOf(account: StoredIdentity): NewPerson {
  const { id, external_id: externalId, traits, verifiable_addresses: addresses } = account;
  const { name, email, username, phone } = fieldsOf(traits);
  const typed = [email, username, phone].flatMap((one) => textIn(one) ?? []);
  const known = [...(addresses ?? []).map(({ value }) => value), ...typed, ...identifiersIn(account)];
  return {
    identity: id,
    name: nameIn(name),
    address: known.find((one) => one.includes('@')) ?? known[0] ?? '',
    schema: account.schema_id ?? '',
    state: account.state ?? '',
    methods: methodsOf(account),
    proved: addresses?.[0]?.verified === true,
    created: Date.parse(account.created_at ?? '') || 0,
    text: [...new Set([id, ...known, externalId ?? '', ...valuesIn(traits)])].filter(Boolean).join('\n'),
  };
}
