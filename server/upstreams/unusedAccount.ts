import { PortalError } from '../http/PortalError.ts';
import type { Identities } from './identities.ts';
import { lowerCaseAddresses, trustOf } from './trust.ts';
import type { StoredIdentity } from './storedIdentity.ts';

/** How long an account counts as just made, in milliseconds: as long as its verification lasts in kratos.yml. */
const justMadeMs = 60 * 60_000;

/** How long after an account Kratos stores the session of its sign-up, in milliseconds. */
const signUpMs = 10_000;

/** A sign-up, as its browser remembers it. */
interface SignUp {
  /** The hash under which the account's trust record has it. */
  hash: string;
  address?: string | undefined;
}

/** Whether a sign-up has made an account, and nobody has ever proved an address of it, or confirmed a credential. */
function isUnproved(account: StoredIdentity, { hash }: SignUp, now: number): boolean {
  const trust = trustOf(account);
  const { state, verifiable_addresses: addresses } = account;
  return (
    trust?.signUp === hash &&
    trust.addresses.length + trust.confirmed.length === 0 &&
    state === 'active' &&
    now - Date.parse(account.created_at ?? '') < justMadeMs &&
    lowerCaseAddresses(account, false).length > 0 &&
    (addresses ?? []).every(({ verified, verified_at: at }) => !verified && (at ?? '') === '')
  );
}

/**
 * Returns the id of the account that a sign-up has made within the hour, unless anybody has used it: proved its address, or begun
 * a session. Kratos itself stores a session with each sign-up, which nobody gets. Undefined, too, if Kratos gives no usable answer.
 */
export async function unusedAccount(
  { signingInWith, sessions }: Pick<Identities, 'signingInWith' | 'sessions'>,
  signUp: SignUp,
  now = Date.now(),
): Promise<string | undefined> {
  if (signUp.address === undefined) return undefined;
  try {
    const account = (await signingInWith(signUp.address)).find((one) => isUnproved(one, signUp, now));
    if (!account) return undefined;
    const made = Date.parse(account.created_at ?? '');
    const began = (await sessions(account.id)).map(({ authenticated_at: at }) => Date.parse(at ?? ''));
    return began.every((time) => time - made < signUpMs) ? account.id : undefined;
  } catch (problem) {
    if (problem instanceof PortalError) return undefined;
    throw problem;
  }
}
