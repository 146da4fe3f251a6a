import { fieldsOf, objectsIn } from '../../../shared/fields.ts';
import { frontendRequests } from '../requests.ts';
import type { Check } from './checkProvider.ts';
import { notice } from './finding.ts';

/** Checks whether a mailed code can sign in: without it, nobody can go on after a sign-in that the portal refused. */
export const mailedCodes: Check = async ({ callPublic }) => {
  const { status, body } = await callPublic(frontendRequests.createNativeLoginFlow());
  const groups = objectsIn(fieldsOf(fieldsOf(body).ui).nodes).map(({ group }) => group);
  if (status !== 200) return [notice(`Whether mailed codes sign in could not be checked (${status}).`)];
  // the first of two steps shows no method
  if (groups.includes('code') || groups.includes('identifier_first')) return [];
  return [
    notice(
      'Mailed codes do not sign in: whoever has not proved their address cannot go on after a refused sign-in. Set selfservice.methods.code.enabled and passwordless_enabled to true, and `code: { identifier: true, via: email }` among the credentials of the address.',
    ),
  ];
};
