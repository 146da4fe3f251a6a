import type { JsonPatch } from '@ory/client';
import { mostChanges } from '../../shared/console/edit.ts';
import { isTree } from '../../shared/exactJson.ts';
import { fieldsOf, type Fields } from '../../shared/fields.ts';
import { namesIn, pointerTo } from '../../shared/jsonPointer.ts';

/** A place of the traits whose value differs: a JSON pointer, with undefined for an absent value. */
export interface Change {
  path: string;
  before: unknown;
  after: unknown;
}

/** Whether two values of traits are the same. */
export const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

const property = (value: unknown, name: string): unknown =>
  isTree(value) && Object.hasOwn(value, name) ? value[name] : undefined;

/** Returns the value at a pointer; undefined if there is none. */
export const valueAt = (traits: unknown, path: string): unknown => namesIn(path).reduce(property, traits);

/** Returns the places where two values differ. */
export function changesBetween(before: unknown, after: unknown, path = ''): Change[] {
  if (isTree(before) && isTree(after)) {
    const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    return names.flatMap((name) =>
      changesBetween(property(before, name), property(after, name), pointerTo(path, name)),
    );
  }
  return isSame(before, after) ? [] : [{ path, before, after }];
}

/** Sets a property: unlike an assignment, also one called __proto__. */
const put = (fields: Fields, name: string, value: unknown): unknown =>
  Object.defineProperty(fields, name, { value, enumerable: true, writable: true, configurable: true });

/** Returns the traits with the changes made; `undefined` removes a value. */
export function withChanges(traits: Fields, changes: readonly Pick<Change, 'path' | 'after'>[]): Fields {
  const own = new Set<unknown>();
  const ownCopy = (value: unknown): Fields => {
    if (own.has(value)) return value as Fields;
    const copy = isTree(value) ? { ...value } : {};
    own.add(copy);
    return copy;
  };
  const changed = ownCopy(traits);
  for (const { path, after } of changes) {
    const names = namesIn(path);
    const last = names.pop() ?? '';
    let place = changed;
    for (const name of names) {
      const inner = ownCopy(property(place, name));
      put(place, name, inner);
      place = inner;
    }
    if (after === undefined) Reflect.deleteProperty(place, last);
    else put(place, last, after);
  }
  return changed;
}

/** Writes changes as a JSON patch of an identity: all other values stay as they are kept. */
export const patchFor = (changes: readonly Change[]): JsonPatch[] =>
  changes.map(({ path, after }) =>
    after === undefined
      ? { op: 'remove', path: `/traits${path}` }
      : { op: 'add', path: `/traits${path}`, value: after },
  );

const overlap = (one: string, other: string): boolean =>
  one === other || one.startsWith(`${other}/`) || other.startsWith(`${one}/`);

/** Traits that two people have changed at once. */
export interface Merged {
  /** The other's traits with one's own changes. */
  traits: Fields;
  theirs: Change[];
  /** The own changes where both differ. */
  clashes: Change[];
}

/** Whether a value has more levels than so many. */
export const isDeeper = (value: unknown, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1)));

/** Joins own changes and another's of the same traits. @returns undefined if either are more than `mostChanges` */
export function merge(base: unknown, own: unknown, stored: unknown): Merged | undefined {
  const theirs = changesBetween(base, stored);
  const mine = changesBetween(base, own);
  if (Math.max(theirs.length, mine.length) > mostChanges) return undefined;
  const clashes = mine.filter(({ path, after }) =>
    theirs.some((their) => overlap(path, their.path) && !isSame(valueAt(stored, path), after)),
  );
  return { traits: withChanges(fieldsOf(stored), mine), theirs, clashes };
}
