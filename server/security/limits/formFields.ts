import { malformedRequest } from '../../http/errors.ts';
import { checkFormBounds, isJsonType } from '../request/formBounds.ts';

/** A form's non-empty text values by field name; a name may have several. */
export type FormFields = ReadonlyMap<string, readonly string[]>;

/** Far longer than any real name: each value has its name, and those of all levels above it. */
const maxNameLength = 1000;

/** Converts a value to text like the provider: numbers and booleans count as texts. */
const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';

/** Yields the texts in a JSON value, each with its path below `name`: `traits.name.first`. */
function* leaves(name: string, value: unknown): Generator<[string, string]> {
  if (name.length > maxNameLength) throw malformedRequest();
  if (typeof value === 'object' && value !== null)
    for (const [key, child] of Object.entries(value)) yield* leaves(`${name}.${key}`, child);
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
 * @throws PortalError 413 for JSON with more members or levels than any real form's
 */
export function textsIn(field: string): string[] {
  if (!/^\s*[{[]/.test(field)) return [field];
  checkFormBounds(Buffer.from(field), 'application/json');
  let value: unknown;
  try {
    value = JSON.parse(field);
  } catch {
    return [];
  }
  return Array.from(leaves('', value), ([, text]) => text);
}

/**
 * Reads a form like the provider: the query as well as the body, and all values of a repeated name. `pathHygiene` and
 * `peekForm` have refused more fields than any real form has.
 *
 * @param query the raw query, without its question mark
 * @param body the raw body; JSON if `contentType` says so, otherwise a form
 * @throws PortalError 400 if the body does not match its type, because the provider might still read something from
 *   it
 */
export function readFields(query: string, body?: Buffer, contentType = ''): FormFields {
  const text = body?.toString() ?? '';
  const submitted = text === '' ? [] : isJsonType(contentType) ? jsonFields(text) : new URLSearchParams(text);
  const fields = new Map<string, string[]>();
  for (const source of [new URLSearchParams(query), submitted])
    for (const [name, value] of source) {
      const values = fields.get(name);
      if (value === '') continue;
      if (values) values.push(value);
      else fields.set(name, [value]);
    }
  return fields;
}
