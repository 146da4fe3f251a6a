import { fieldsOf, objectsIn, textIn, type Fields } from '../../shared/fields.ts';
import type { KratosFrontend } from './kratos.ts';
import { identityRequests } from './requests.ts';

/** The maximum depth to which a schema is followed. */
export const maxDepth = 8;

/** Kratos' largest page of schemas. */
const schemasPerPage = 500;

/** Returns what Kratos reads of a trait's schema. */
export const extensionOf = (schema: Fields): Fields => fieldsOf(schema['ory.sh/kratos']);

/** Returns the part of an identity schema that describes the traits. */
export const traitsIn = (schema: unknown): Fields => fieldsOf(fieldsOf(fieldsOf(schema).properties).traits);

/** Whether a trait identifies its owner: to sign in with, or as an address that is proved or recovers the account. */
function isIdentifier(schema: Fields): boolean {
  const { credentials, verification, recovery } = extensionOf(schema);
  return (
    Object.values(fieldsOf(credentials)).some((kind) => Object.keys(fieldsOf(kind)).length > 0) ||
    Object.keys({ ...fieldsOf(verification), ...fieldsOf(recovery) }).length > 0
  );
}

/** A text among an identity's traits that identifies its owner. */
export interface Identifier {
  /** Its place, a JSON pointer from the identity: `/traits/email`. */
  place: string;
  text: string;
}

/**
 * Finds the texts among traits that identify their owner.
 *
 * @param schema the part of the identity schema that describes the traits
 */
export function identifiersIn(schema: Fields, traits: unknown, place = '/traits', depth = 0): Identifier[] {
  if (depth > maxDepth) return [];
  if (typeof traits === 'string') return isIdentifier(schema) ? [{ place, text: traits }] : [];
  if (Array.isArray(traits))
    return traits.flatMap((entry, at) =>
      identifiersIn(fieldsOf(schema.items), entry, `${place}/${at}`, depth + 1),
    );
  return Object.entries(fieldsOf(traits)).flatMap(([name, value]) =>
    identifiersIn(fieldsOf(fieldsOf(schema.properties)[name]), value, `${place}/${name}`, depth + 1),
  );
}

/** Reads the part of an identity schema that describes the traits; empty for a schema that Kratos does not have. */
export async function readTraitsSchema(kratos: KratosFrontend, id: string): Promise<Fields> {
  const { status, body } = await kratos.answer(identityRequests.getIdentitySchema(id));
  return status === 200 ? traitsIn(body) : {};
}

/** Lists the ids of Kratos' schemas; as many as fit on its largest page. */
export async function listSchemas(kratos: KratosFrontend): Promise<string[]> {
  const { status, body } = await kratos.answer(
    identityRequests.listIdentitySchemas(undefined, undefined, schemasPerPage),
  );
  return status === 200 ? objectsIn(body).flatMap(({ id }) => textIn(id) ?? []) : [];
}
