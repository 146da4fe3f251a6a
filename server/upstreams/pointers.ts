import type { JsonPatch } from '@ory/client';
import { fieldsOf } from '../../shared/fields.ts';
import { plainName, pointerTo } from '../../shared/jsonPointer.ts';

/** Returns the JSON pointers (RFC 6901) of a text in an identity's traits, whatever its case. */
export function pointersTo(text: string, value: unknown, pointer = '/traits'): string[] {
  if (typeof value === 'string') return value.toLowerCase() === text.toLowerCase() ? [pointer] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => pointersTo(text, inner, pointerTo(pointer, name)));
}

/** Returns the change that writes a text where a pointer leads: in place of what is there, or at the end of a shorter list. */
export function patchAt(pointer: string, document: unknown, value: string): JsonPatch {
  const names = pointer.split('/').slice(1);
  const last = names.pop() ?? '';
  let place = document;
  for (const name of names) {
    const plain = plainName(name);
    place = Array.isArray(place) ? (place as unknown[])[Number(plain)] : fieldsOf(place)[plain];
  }
  // JSON Patch (RFC 6902) inserts into a list, and replaces in an object
  if (!Array.isArray(place)) return { op: 'add', path: pointer, value };
  if (Number(last) < place.length) return { op: 'replace', path: pointer, value };
  return { op: 'add', path: ['', ...names, '-'].join('/'), value };
}
