import { formTooComplex, malformedRequest } from '../../http/errors.ts';
import { isJsonType, mediaType, parseQuery } from '../../http/requestHead.ts';
import { isFewPairs, isQuickJson, maxDepth, maxFields } from '../request/formBounds.ts';

/** The name and the text of a field. */
export type Pair = [name: string, value: string];

/** The body of a call that the portal reads before the provider does. */
export interface Submission {
  /** Whether it is a form as browsers post it without scripts. */
  isForm: boolean;
  /** Its fields in order; for JSON, the texts with their paths: `traits.name.first`. */
  pairs: readonly Pair[];
  /** The parsed JSON; undefined for any other body. */
  json: unknown;
}

/** Non-empty texts by field name; a name may have several. */
export type FormFields = ReadonlyMap<string, readonly string[]>;

/** Far longer than any real name, which each text below it repeats. */
const maxNameLength = 1000;

/** Converts a value to text like the provider: numbers and booleans count as texts. */
const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';

/**
 * Returns the texts in a JSON value, each with its path: `traits.name.first`.
 *
 * @throws PortalError 413 for more of them, or more levels, than any real form has
 */
function leaves(json: unknown): Pair[] {
  const pairs: Pair[] = [];
  const walk = (value: unknown, path: readonly string[]): void => {
    if (path.length > maxDepth) throw formTooComplex();
    const entries = typeof value === 'object' && value !== null ? Object.entries(value) : [];
    for (const [key, child] of entries) {
      if (key.length > maxNameLength) throw malformedRequest();
      walk(child, [...path, key]);
    }
    if (entries.length === 0) pairs.push([path.join('.'), textOf(value)]);
    if (pairs.length > maxFields) throw formTooComplex();
  };
  walk(json, []);
  return pairs;
}

function parseJson(text: string): object {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw malformedRequest();
  }
  if (typeof json !== 'object' || json === null || Array.isArray(json)) throw malformedRequest();
  return json;
}

/**
 * Parses a body like the provider.
 *
 * @throws PortalError 413 for more fields or levels than any real form has; 400 if JSON is malformed or no object, because
 *   the provider might still read something from it
 */
export function parseSubmission(body: Buffer, type = ''): Submission {
  const text = body.toString();
  if (!isJsonType(type)) {
    // a quarter of a megabyte has room for 125,000, which would take 30 ms
    if (!isFewPairs(body)) throw formTooComplex();
    return {
      isForm: mediaType(type) === 'application/x-www-form-urlencoded',
      pairs: Array.from(parseQuery(text)),
      json: undefined,
    };
  }
  if (!isQuickJson(body)) throw formTooComplex();
  const json = text === '' ? {} : parseJson(text);
  return { isForm: false, pairs: leaves(json), json };
}

/** Groups pairs by their name, without empty ones. */
export function fieldsIn(pairs: Iterable<Pair>): FormFields {
  const fields = new Map<string, string[]>();
  for (const [name, value] of pairs) {
    const values = fields.get(name);
    if (value === '') continue;
    if (values) values.push(value);
    else fields.set(name, [value]);
  }
  return fields;
}

/**
 * Returns the texts in a field that the provider may parse as JSON: those in its object or list, otherwise the
 * field's own text.
 *
 * @throws PortalError 413 for JSON with more members or levels than any real form's
 */
export function textsIn(field: string): string[] {
  if (!/^\s*[{[]/.test(field)) return [field];
  if (!isQuickJson(field)) throw formTooComplex();
  let value: unknown;
  try {
    value = JSON.parse(field);
  } catch {
    return [];
  }
  return leaves(value).map(([, text]) => text);
}
