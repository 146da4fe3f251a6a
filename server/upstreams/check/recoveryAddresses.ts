import { fieldsOf, objectsIn, textIn, type Fields } from '../../../shared/fields.ts';
import { extensionOf, maxDepth, traitsIn } from '../identitySchema.ts';
import { identityRequests } from '../requests.ts';
import type { Check } from './checkProvider.ts';
import { danger } from './finding.ts';

/** Finds the traits whose address recovers the account, and is never verified. */
function unverifiedIn(schema: Fields, place: string, depth = 0): string[] {
  if (depth > maxDepth) return [];
  const { recovery, verification } = extensionOf(schema);
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
    unverifiedIn(traitsIn(schema), 'traits').map((place) =>
      danger(
        `An address in ${place} (identity schema ${textIn(id) ?? ''}) recovers an account, and nobody has to prove it: add \`verification: { via: email }\` beside its \`recovery\`.`,
      ),
    ),
  );
};
