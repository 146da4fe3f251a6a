import { fieldsOf, textIn } from '../../shared/fields.ts';
import { shownName } from '../../shared/shownName.ts';
import { identifiersIn, type StoredIdentity } from '../upstreams/storedIdentity.ts';

/** Returns what to call somebody: their name, else what they sign in with, else their id. */
export function nameOf(account: StoredIdentity): string {
  const { name, username, email, phone } = fieldsOf(account.traits);
  const { first, last } = fieldsOf(name);
  const parts = textIn(name) ?? [first, last].flatMap((part) => textIn(part) ?? []).join(' ');
  // a session's identity comes without its addresses
  const identifier = identifiersIn(account)[0] ?? textIn(email) ?? textIn(phone);
  return shownName(parts) ?? textIn(username) ?? identifier ?? account.id;
}
