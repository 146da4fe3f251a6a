import { PortalError } from '../http/PortalError.ts';
import type { Identities } from './identities.ts';
import { lowerCaseAddresses, trustOf } from './trust.ts';

/** Whether no account signs in with an address. Not if Kratos gives no usable answer. */
export async function isUnused(
  { signingInWith }: Pick<Identities, 'signingInWith'>,
  address: string,
): Promise<boolean> {
  try {
    return (await signingInWith(address)).length === 0;
  } catch (problem) {
    if (problem instanceof PortalError) return false;
    throw problem;
  }
}

/**
 * Whether the address of a sign-up is verified. Not if Kratos gives no usable answer.
 *
 * @param signUp as its browser remembers it: nobody else learns of an account
 */
export async function isVerifiedSignUp(
  { signingInWith }: Pick<Identities, 'signingInWith'>,
  { hash, address = '' }: { hash: string; address?: string | undefined },
): Promise<boolean> {
  if (address === '') return false;
  try {
    return (await signingInWith(address)).some(
      (account) =>
        trustOf(account)?.signUp === hash &&
        lowerCaseAddresses(account, true).includes(address.toLowerCase()),
    );
  } catch (problem) {
    if (problem instanceof PortalError) return false;
    throw problem;
  }
}
