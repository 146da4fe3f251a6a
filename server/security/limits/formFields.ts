import { contentTypeNotSupported, malformedRequest } from '../../http/errors.ts';

/** A form's non-empty text values by field name; a name may have several. */
export type FormFields = ReadonlyMap<string, readonly string[]>;

/** Limits far above any real form's. Without them, a single request could take seconds of CPU time. */
const max = { fields: 1000, depth: 16, nameLength: 1000 };

/** Converts a value to text like the provider: numbers and booleans count as texts. */
const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';

/** Yields the texts in a JSON value, each with its path below `name`: `traits.name.first`. */
function* leaves(name: string, value: unknown, depth = 0): Generator<[string, string]> {
  if (depth > max.depth || name.length > max.nameLength) throw malformedRequest();
  if (typeof value === 'object' && value !== null)
    for (const [key, child] of Object.entries(value)) yield* leaves(`${name}.${key}`, child, depth + 1);
  else yield [name, textOf(value)];
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw malformedRequest();
  }
}

function* jsonFields(text: string): Generator<[string, string]> {
  const body = parseJson(text);
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw malformedRequest();
  for (const [name, value] of Object.entries(body)) yield* leaves(name, value);
}

/**
 * Returns the texts in a field that the provider may parse as JSON: those in its object or list, otherwise the
 * field's own text.
 *
 * @throws PortalError 400 for JSON nested deeper than any real form's
 */
export function textsIn(field: string): string[] {
  if (!/^\s*[{[]/.test(field)) return [field];
  let value: unknown;
  try {
    value = JSON.parse(field);
  } catch {
    return [];
  }
  return Array.from(leaves('', value), ([, text]) => text);
}

/**
 * Reads a form like the provider: the query as well as the body, and all values of a repeated name.
 *
 * @param query the raw query, without its question mark
 * @param body the raw body; JSON if `contentType` says so, otherwise a form
 * @throws PortalError 400 if the body does not match its type, because the provider might still read something from
 *   it, or if it has more fields or levels than any real form; 415 for a list of types, because the provider might
 *   pick another one
 */
export function readFields(query: string, body?: Buffer, contentType = ''): FormFields {
  if (contentType.includes(',')) throw contentTypeNotSupported('The body must have one type.');
  const text = body?.toString() ?? '';
  const isJson = /^\s*application\/(?:[\w.-]+\+)?json\b/i.test(contentType);
  const submitted = text === '' ? [] : isJson ? jsonFields(text) : new URLSearchParams(text);
  const fields = new Map<string, string[]>();
  let count = 0;
  for (const source of [new URLSearchParams(query), submitted])
    for (const [name, value] of source) {
      count += 1;
      if (count > max.fields) throw malformedRequest();
      const values = fields.get(name);
      if (value === '') continue;
      if (values) values.push(value);
      else fields.set(name, [value]);
    }
  return fields;
}
