import type { AdminSession } from '../../provider/kratos.ts';

/**
 * Whether a list of admins names an identity: by its id, or by an address that it has verified. An address that somebody
 * merely claims to have, in a trait or not yet verified, names nobody.
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
