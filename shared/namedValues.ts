import { isTree } from './exactJson.ts';

/**
 * Returns the values in objects and lists as texts, each with the name of its place, such as `name.first`; absent ones are left
 * out.
 *
 * @param nameOf returns a key as names have it
 */
export function namedValues(
  value: unknown,
  nameOf: (key: string) => string = (key) => key,
  name = '',
): { name: string; value: string }[] {
  if (value === null || value === undefined) return [];
  if (isTree(value) || Array.isArray(value))
    return Object.entries(value).flatMap(([key, inner]) =>
      namedValues(inner, nameOf, name === '' ? nameOf(key) : `${name}.${nameOf(key)}`),
    );
  return [{ name, value: typeof value === 'string' ? value : JSON.stringify(value) }];
}
