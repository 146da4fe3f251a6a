/** A JSON object whose fields may be of any type. */
export type Fields = Record<string, unknown>;

/** Whether a value is a JSON object. */
export const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the fields of a JSON object; empty for any other value. */
export const fieldsOf = (value: unknown): Fields => (isObject(value) ? value : {});

/** Returns a non-blank string; undefined for a blank one and for any other value. */
export const textIn = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value : undefined;

/** Returns the entries of a JSON array; empty for any other value. */
export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** Returns the entries of a JSON array that are objects. */
export const objectsIn = (value: unknown): Fields[] => listOf(value).filter(isObject);

/** Looks up an untrusted name in a table, own properties only: not `constructor` and the like. */
export const lookUp = <Value>(table: Partial<Record<string, Value>>, name: string): Value | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;
