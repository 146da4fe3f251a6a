import { fieldsOf, textIn } from '../../shared/fields.ts';
import { shownName } from '../../shared/shownName.ts';
import { fullName, identifiersIn, type StoredIdentity } from '../upstreams/storedIdentity.ts';

/** Returns what to call somebody: their name, else what they sign in with, else their id. */
export function nameOf(account: StoredIdentity): string {
  const { username, email, phone } = fieldsOf(account.traits);
  // a session's identity comes without its addresses
  const identifier = identifiersIn(account)[0] ?? textIn(email) ?? textIn(phone);
  return shownName(fullName(account.traits)) ?? textIn(username) ?? identifier ?? account.id;
}

/** What an application is called: by its name, or its id. */
export const applicationName = (client: {
  client_id: string;
  client_name?: string | null | undefined;
}): string => shownName(client.client_name ?? '') ?? client.client_id;
