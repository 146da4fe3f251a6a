import * as z from 'zod';

const credential = z.object({
  identifiers: z.array(z.string()).nullish(),
  config: z
    .object({
      hashed_password: z.string().nullish(),
      use_password_migration_hook: z.boolean().nullish(),
      credentials: z.array(z.object({ id: z.string(), is_passwordless: z.boolean().nullish() })).nullish(),
    })
    .nullish()
    .catch(undefined),
});

/** An identity as Kratos' admin API answers it, as far as the portal reads it. */
export const storedIdentity = z.object({
  id: z.string().min(1),
  traits: z.unknown().optional(),
  metadata_admin: z.unknown().optional(),
  verifiable_addresses: z.array(z.object({ value: z.string(), verified: z.boolean() })).nullish(),
  credentials: z.record(z.string(), credential).nullish(),
});

/** An identity as Kratos' admin API shows it. */
export type StoredIdentity = z.output<typeof storedIdentity>;
