import type { Operation } from './catalogue.ts';

/** Returns a pattern for a path, in which `{x}` stands for a segment. @param segment the pattern of its characters */
const patternOf = (path: string, segment: string): RegExp =>
  new RegExp(`^${path.replaceAll(/[.:]/g, '\\$&').replaceAll(/\{\w+\}/g, segment)}$`);

/** Sorts paths segment by segment: a fixed one before `{x}:verb`, and that before `{x}`. */
const rank = ({ path }: Operation): string =>
  path.replaceAll(/[^/]+/g, (segment) =>
    segment.startsWith('{') ? (segment.endsWith('}') ? '2' : '1') : '0',
  );

/** Finds the operation for a method and a raw path; with `shortest` 0 a template also matches an empty segment. */
export type FindOperation = (method: string, path: string, shortest?: 0 | 1) => Operation | undefined;

/**
 * Creates a lookup of operations by method and path.
 *
 * Paths are compared raw: without decoding, case-sensitively, and `/x` differs from `/x/`. A fixed segment wins over a
 * template; a template matches exactly one non-empty segment.
 */
export function matcher(operations: readonly Operation[]): FindOperation {
  const fixed = new Map<string, Operation>();
  const templates = new Map<string, { patterns: readonly RegExp[]; operation: Operation }[]>();
  for (const operation of operations.toSorted((one, other) => rank(one).localeCompare(rank(other)))) {
    const { path, method, head } = operation;
    const patterns = [patternOf(path, '[^/]*'), patternOf(path, '[^/]+')];
    for (const asked of head ? [method, 'HEAD'] : [method])
      if (path.includes('{'))
        templates.set(asked, [...(templates.get(asked) ?? []), { patterns, operation }]);
      else fixed.set(`${asked} ${path}`, operation);
  }
  return (method, path, shortest = 1) =>
    fixed.get(`${method} ${path}`) ??
    templates.get(method)?.find(({ patterns }) => patterns[shortest]?.test(path))?.operation;
}
