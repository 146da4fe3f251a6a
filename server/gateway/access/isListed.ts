import type { AdminSession } from '../../provider/kratos.ts';

/**
 * Whether a list of admins contains an identity's id or one of its verified e-mail addresses. Traits and unverified
 * addresses do not count: anybody can claim them.
 *
 * @param admins identity ids and e-mail addresses, as PORTAL_ADMINS lists them
 */
export function isListed(
  { id, verifiable_addresses: addresses }: AdminSession['identity'],
  admins: readonly string[],
): boolean {
  const wanted = new Set(admins.map((admin) => admin.toLowerCase()));
  if (wanted.has(id.toLowerCase())) return true;
  return (addresses ?? []).some(
    ({ value, verified, via }) => verified && via === 'email' && wanted.has(value.toLowerCase()),
  );
}
