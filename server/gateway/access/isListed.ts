import type { AccountHistory, ReadAccountHistory } from '../../provider/accountHistory.ts';
import type { AdminSession } from '../../provider/kratos.ts';

/** An address of an identity. */
interface Address {
  value: string;
  via: string;
  verified: boolean;
}

/** Whether an address is a proved e-mail address. */
const isProved = ({ verified, via }: Address): boolean => verified && via === 'email';

/** Whether two addresses are the same: Kratos stores them in lower case. */
const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/**
 * Whether nobody can have had access to an account before its address was proved: every credential was created when
 * the address was proved, or later. Mailed codes are proofs themselves if all of them go to this address.
 */
function belongsToAddress(
  { credentials, verifiable_addresses: addresses }: AccountHistory,
  address: string,
): boolean {
  const proof = addresses.find((one) => isProved(one) && isSame(one.value, address))?.verified_at;
  const made = Object.entries(credentials);
  if (proof === undefined || proof === null || made.length === 0) return false;
  return made.every(
    ([kind, { created_at: created, identifiers }]) =>
      created >= proof ||
      (kind === 'code' && !!identifiers?.length && identifiers.every((one) => isSame(one, address))),
  );
}

/**
 * Whether a list of admins contains an identity's id, or one of its e-mail addresses. Anybody can register an address
 * and have its owner verify it later, so an address counts only for an account without credentials older than the
 * proof of the address. Traits and unverified addresses do not count.
 *
 * @param admins identity ids and e-mail addresses, as PORTAL_ADMINS lists them
 * @param readHistory asks Kratos' admin API; without it, no address counts
 * @throws PortalError 502 or 504 when Kratos gives no answer
 */
export async function isListed(
  { id, verifiable_addresses: addresses }: AdminSession['identity'],
  admins: readonly string[],
  readHistory: ReadAccountHistory | undefined,
): Promise<boolean> {
  if (admins.some((admin) => isSame(admin, id))) return true;
  const address = (addresses ?? []).find(
    (one) => isProved(one) && admins.some((admin) => isSame(admin, one.value)),
  )?.value;
  const history = address === undefined ? undefined : await readHistory?.(id);
  return address !== undefined && history !== undefined && belongsToAddress(history, address);
}
