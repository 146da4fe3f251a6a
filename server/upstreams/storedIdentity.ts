import * as z from 'zod';
import { fieldsOf, textIn } from '../../shared/fields.ts';

const text = z.string().nullish().catch(undefined);

/** A credential of any kind. Of secrets it only reads that they exist. */
export const storedCredential = z.object({
  created_at: z.string().optional().catch(undefined),
  updated_at: text,
  identifiers: z.array(z.string()).nullish(),
  config: z
    .object({
      // Kratos sends an empty hash until another system's password is migrated
      hashed_password: z.string().nullish(),
      use_password_migration_hook: z.boolean().nullish(),
      recovery_codes: z
        .array(z.object({ used_at: z.string().nullish() }))
        .nullish()
        .catch(undefined),
      credentials: z
        .array(
          z.object({
            id: z.string(),
            is_passwordless: z.boolean().nullish(),
            display_name: text,
            added_at: text,
            authenticator: z.object({ aaguid: z.string() }).nullish().catch(undefined),
          }),
        )
        .nullish(),
    })
    .nullish()
    .catch(undefined),
});

/** An identity as Kratos' admin API answers it, as far as the portal reads it. */
export const storedIdentity = z.object({
  id: z.string().min(1),
  traits: z.unknown().optional(),
  metadata_admin: z.unknown().optional(),
  metadata_public: z.unknown().optional(),
  schema_id: text,
  external_id: text,
  state: z.string().nullish(),
  state_changed_at: text,
  created_at: z.string().nullish(),
  updated_at: text,
  verifiable_addresses: z
    .array(
      z.object({
        value: z.string(),
        via: text,
        verified: z.boolean(),
        verified_at: z.string().nullish(),
        created_at: z.string().nullish(),
      }),
    )
    .nullish(),
  recovery_addresses: z
    .array(z.object({ value: z.string(), created_at: z.string().nullish() }))
    .nullish()
    .catch(undefined),
  credentials: z.record(z.string(), storedCredential).nullish(),
});

/** An identity as Kratos' admin API shows it. */
export type StoredIdentity = z.output<typeof storedIdentity>;

/** Returns all that an identity signs in with, and its addresses. */
export const identifiersIn = ({
  credentials,
  verifiable_addresses: verifiable,
  recovery_addresses: recovery,
}: StoredIdentity): string[] => [
  ...Object.values(credentials ?? {}).flatMap(({ identifiers }) => identifiers ?? []),
  ...[...(verifiable ?? []), ...(recovery ?? [])].map(({ value }) => value),
];

/** Returns the first mail address of an account, else the first that it signs in with. */
export function addressOf(account: StoredIdentity): string | undefined {
  const all = identifiersIn(account);
  return all.find((one) => one.includes('@')) ?? all[0];
}

/** Returns the whole name among traits: a text, or its parts; empty for none. */
export function fullName(traits: unknown): string {
  const { name } = fieldsOf(traits);
  const { first, last } = fieldsOf(name);
  return textIn(name) ?? [first, last].flatMap((part) => textIn(part) ?? []).join(' ');
}

/**
 * Whether an account has a credential of a kind. Kratos keeps empty ones of some: a password without a hash, keys of which there is
 * none.
 */
export function hasCredential({ credentials }: StoredIdentity, kind: string): boolean {
  const kept = credentials?.[kind];
  if (!kept) return false;
  const { config, identifiers } = kept;
  if (kind === 'password')
    return Boolean(config?.hashed_password) || config?.use_password_migration_hook === true;
  if (kind === 'webauthn' || kind === 'passkey') return (config?.credentials ?? []).length > 0;
  return (identifiers ?? ['']).length > 0;
}
