import { fieldsOf, listOf, objectsIn, textIn, type Fields } from '../../../shared/fields.ts';
import { extensionOf, maxDepth, traitsIn } from '../identitySchema.ts';

/** The schema and traits of a throwaway identity. */
export interface Throwaway {
  schemaId: string;
  traits: Fields;
}

/** The longest text that a schema's `minLength` gets. */
const maxLength = 200;

const numberIn = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);

/** Whether a trait is an e-mail address that can be proved. */
const isProvable = (schema: Fields): boolean => fieldsOf(extensionOf(schema).verification).via === 'email';

const isPasswordIdentifier = (schema: Fields): boolean =>
  fieldsOf(fieldsOf(extensionOf(schema).credentials).password).identifier === true;

/** Whether a schema contains an address that can be proved and that signs in with a password. */
const containsAddress = (schema: Fields, depth = 0): boolean =>
  depth < maxDepth &&
  ((isProvable(schema) && isPasswordIdentifier(schema)) ||
    Object.values(fieldsOf(schema.properties)).some((trait) => containsAddress(fieldsOf(trait), depth + 1)));

function textFor(schema: Fields, address: string): string {
  if (isProvable(schema) || schema.format === 'email') return address;
  if (schema.format === 'date') return '2000-01-01';
  if (schema.format === 'date-time') return '2000-01-01T00:00:00Z';
  if (schema.format === 'uri') return 'https://portal-check.invalid/';
  return 'x'.repeat(Math.min(Math.max(numberIn(schema.minLength) ?? 1, 1), maxLength));
}

/** Returns a value that a simple JSON schema allows: `$ref`, `pattern` and the like are not followed. */
function valueFor(schema: Fields, address: string, depth: number): unknown {
  if ('const' in schema) return schema.const;
  const [first] = listOf(schema.enum);
  if (first !== undefined) return first;
  if (schema.type === 'object') return objectFor(schema, address, depth + 1);
  if (schema.type === 'boolean') return true;
  if (schema.type === 'integer' || schema.type === 'number') return numberIn(schema.minimum) ?? 1;
  if (schema.type === 'array')
    return numberIn(schema.minItems) ? [valueFor(fieldsOf(schema.items), address, depth + 1)] : [];
  return textFor(schema, address);
}

function objectFor(schema: Fields, address: string, depth: number): Fields {
  if (depth > maxDepth) return {};
  const required = listOf(schema.required);
  const wanted = Object.entries(fieldsOf(schema.properties)).filter(
    ([name, trait]) => required.includes(name) || containsAddress(fieldsOf(trait)),
  );
  return Object.fromEntries(wanted.map(([name, trait]) => [name, valueFor(fieldsOf(trait), address, depth)]));
}

/**
 * Builds the minimal traits of an identity that signs in with an address and a password.
 *
 * @param schemas the body of Kratos' `GET /schemas`
 * @returns undefined if no schema has an address that can be proved and signs in with a password
 */
export function throwawayTraits(schemas: unknown, address: string): Throwaway | undefined {
  const usable = objectsIn(schemas).flatMap(({ id, schema }) => {
    const traits = traitsIn(schema);
    const schemaId = textIn(id);
    return schemaId !== undefined && containsAddress(traits) ? [{ schemaId, traits }] : [];
  });
  const chosen = usable.find(({ schemaId }) => schemaId === 'default') ?? usable[0];
  return chosen && { schemaId: chosen.schemaId, traits: objectFor(chosen.traits, address, 0) };
}
