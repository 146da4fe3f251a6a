import { fieldsOf, objectsIn, textIn, type Fields } from '../../../shared/fields.ts';
import { identityRequests } from '../requests.ts';
import type { Check } from './checkProvider.ts';
import { danger } from './finding.ts';

/** The maximum depth to which a schema is followed. */
const maxDepth = 8;

/** Finds the traits whose address recovers the account, and is never verified. */
function unverifiedIn(schema: Fields, place: string, depth = 0): string[] {
  if (depth > maxDepth) return [];
  const { recovery, verification } = fieldsOf(schema['ory.sh/kratos']);
  const own = fieldsOf(recovery).via !== undefined && fieldsOf(verification).via === undefined ? [place] : [];
  const inItems = schema.items === undefined ? [] : unverifiedIn(fieldsOf(schema.items), place, depth + 1);
  const inProperties = Object.entries(fieldsOf(schema.properties)).flatMap(([name, trait]) =>
    unverifiedIn(fieldsOf(trait), `${place}.${name}`, depth + 1),
  );
  return [...own, ...inItems, ...inProperties];
}

/** Checks whether an address can recover an account without ever having been verified. */
export const recoveryAddresses: Check = async ({ callPublic }) => {
  const { body } = await callPublic(identityRequests.listIdentitySchemas());
  return objectsIn(body).flatMap(({ id, schema }) =>
    unverifiedIn(fieldsOf(fieldsOf(fieldsOf(schema).properties).traits), 'traits').map((place) =>
      danger(
        `An address in ${place} (identity schema ${textIn(id) ?? ''}) recovers an account, and nobody has to prove it: add \`verification: { via: email }\` beside its \`recovery\`.`,
      ),
    ),
  );
};
