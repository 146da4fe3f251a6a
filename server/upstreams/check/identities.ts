import { fieldsOf, objectsIn, textIn } from '../../../shared/fields.ts';
import { identitiesWith, identityRequests } from '../requests.ts';
import { trustKey } from '../trust.ts';
import type { CheckCall } from './checkedKratos.ts';

/** An identity of a check. */
interface FoundIdentity {
  id: string;
  createdAt: number;
  /** Whether the portal keeps a trust record with it. */
  hasRecord: boolean;
}

/** Finds the identities that sign in with an address. */
export async function identitiesOf(callAdmin: CheckCall, address: string): Promise<FoundIdentity[]> {
  const { status, body } = await callAdmin(identitiesWith(address));
  if (status !== 200) return [];
  return objectsIn(body).flatMap((identity) => {
    const id = textIn(identity.id);
    // a server that does not know the filter answers with everybody
    const isTheirs = JSON.stringify(fieldsOf(identity.traits)).toLowerCase().includes(`"${address}"`);
    const createdAt = Date.parse(textIn(identity.created_at) ?? '');
    const hasRecord = fieldsOf(fieldsOf(identity.metadata_admin)[trustKey]).known !== undefined;
    return id !== undefined && isTheirs ? [{ id, createdAt, hasRecord }] : [];
  });
}

/** Deletes an identity with its sessions; tries twice. @returns whether it is gone */
export async function remove(callAdmin: CheckCall, id: string): Promise<boolean> {
  for (let count = 0; count < 2; count += 1) {
    const answer = await callAdmin(identityRequests.deleteIdentity(id)).catch(() => undefined);
    if (answer?.status === 204 || answer?.status === 404) return true;
  }
  return false;
}
