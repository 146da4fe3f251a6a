import * as z from 'zod';

/** A credential of any kind. Of secrets it only reads that they exist. */
export const storedCredential = z.object({
  created_at: z.string().optional().catch(undefined),
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
  state: z.string().nullish(),
  created_at: z.string().nullish(),
  verifiable_addresses: z
    .array(z.object({ value: z.string(), verified: z.boolean(), verified_at: z.string().nullish() }))
    .nullish(),
  credentials: z.record(z.string(), storedCredential).nullish(),
});

/** An identity as Kratos' admin API shows it. */
export type StoredIdentity = z.output<typeof storedIdentity>;
