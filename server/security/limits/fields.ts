import { PortalError } from '../../errors.ts';

/** The values of a form by field name, as far as they are texts that are not empty; a name may come more than once. */
export type Fields = ReadonlyMap<string, readonly string[]>;

const malformed = (): PortalError =>
  new PortalError(400, 'malformed_request', 'The request could not be read.');

/** Numbers and truth values count as texts, as for the provider. */
const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';

/** The texts in a value of JSON, each with its path behind `name`: `traits.name.first`. */
export function* leaves(name: string, value: unknown): Generator<[string, string]> {
  if (typeof value === 'object' && value !== null)
    for (const [inner, one] of Object.entries(value)) yield* leaves(`${name}.${inner}`, one);
  else yield [name, textOf(value)];
}

function parseJson(text: string): [string, string][] {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw malformed();
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw malformed();
  return Object.entries(body).flatMap(([name, value]) => [...leaves(name, value)]);
}

/**
 * Reads a form as the provider will: what stands in the query counts beside the body, and every value of a name that comes
 * more than once.
 *
 * @param query the raw query, without its question mark
 * @param body the raw body; JSON where `contentType` says so, else a form
 * @throws PortalError 400 where the body is not what its type says, as the provider might still find something in it; 415
 *   for a list of types, of which the provider might believe another one
 */
export function readFields(query: string, body?: Buffer, contentType = ''): Fields {
  if (contentType.includes(','))
    throw new PortalError(415, 'content_type_not_supported', 'The body must have one type.');
  const text = body?.toString() ?? '';
  const isJson = /^\s*application\/(?:[\w.-]+\+)?json\b/i.test(contentType);
  const sent = text === '' ? [] : isJson ? parseJson(text) : new URLSearchParams(text);
  const fields = new Map<string, string[]>();
  for (const [name, value] of [...new URLSearchParams(query), ...sent])
    if (value !== '') fields.set(name, [...(fields.get(name) ?? []), value]);
  return fields;
}
