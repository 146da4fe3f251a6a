import { isSocial } from '../../../shared/flow/methods.ts';
import { credentialKinds, type StoredIdentity } from '../../provider/identities.ts';

/**
 * Returns the method with which the owner of a new account signs in; a social one with its provider's id, such as
 * `oidc.google`.
 *
 * @returns undefined if there are several
 */
export function signUpMethod(account: StoredIdentity): string | undefined {
  const [kind, another] = credentialKinds(account);
  if (kind === undefined || another !== undefined) return undefined;
  if (!isSocial(kind)) return kind;
  // it begins with the provider's id, as in `google:123`
  const [identifier, second] = account.credentials?.[kind]?.identifiers ?? [];
  const provider = second === undefined ? identifier?.split(':', 1)[0] : undefined;
  return provider && `${kind}.${provider}`;
}
