import { contentTypeNotSupported, malformedRequest } from '../../http/errors.ts';

/** The values of a form by field name, as far as they are texts that are not empty; a name may come more than once. */
export type FormFields = ReadonlyMap<string, readonly string[]>;

/** What no form of a flow comes near. Reading more would take seconds of the processor's time for a single request. */
const most = { fields: 1000, depth: 16, nameLength: 1000 };

/** Numbers and truth values count as texts, as for the provider. */
const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';

/** The texts in a value of JSON, each with its path behind `name`: `traits.name.first`. */
function* leaves(name: string, value: unknown, depth = 0): Generator<[string, string]> {
  if (depth > most.depth || name.length > most.nameLength) throw malformedRequest();
  if (typeof value === 'object' && value !== null)
    for (const [inner, one] of Object.entries(value)) yield* leaves(`${name}.${inner}`, one, depth + 1);
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
 * The texts in a field that the provider may read as JSON: those of the object or list in it, else the field's own.
 *
 * @throws PortalError 400 for JSON that is nested deeper than any form's
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
 * Reads a form as the provider will: what stands in the query counts beside the body, and every value of a name that comes
 * more than once.
 *
 * @param query the raw query, without its question mark
 * @param body the raw body; JSON where `contentType` says so, else a form
 * @throws PortalError 400 where the body is not what its type says, as the provider might still find something in it, and
 *   for one with more fields or levels than any form has; 415 for a list of types, of which the provider might believe
 *   another one
 */
export function readFields(query: string, body?: Buffer, contentType = ''): FormFields {
  if (contentType.includes(',')) throw contentTypeNotSupported('The body must have one type.');
  const text = body?.toString() ?? '';
  const isJson = /^\s*application\/(?:[\w.-]+\+)?json\b/i.test(contentType);
  const sent = text === '' ? [] : isJson ? jsonFields(text) : new URLSearchParams(text);
  const fields = new Map<string, string[]>();
  let count = 0;
  for (const source of [new URLSearchParams(query), sent])
    for (const [name, value] of source) {
      count += 1;
      if (count > most.fields) throw malformedRequest();
      const values = fields.get(name);
      if (value === '') continue;
      if (values) values.push(value);
      else fields.set(name, [value]);
    }
  return fields;
}
