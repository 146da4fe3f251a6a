/** An object of JSON whose fields may be of any type. */
export type Fields = Record<string, unknown>;

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The fields of a JSON object; none of any other value. */
export const fieldsOf = (value: unknown): Fields => (isObject(value) ? value : {});

/** A text that shows something; undefined for a blank one and for any other value. */
export const textIn = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value : undefined;

/** The entries of a JSON array; none of any other value. */
export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** Those entries of a JSON array that are objects. */
export const objectsIn = (value: unknown): Fields[] => listOf(value).filter(isObject);

/** What a table has under a name that comes from outside; `constructor` and its like are in no table. */
export const lookUp = <Value>(table: Partial<Record<string, Value>>, name: string): Value | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;
