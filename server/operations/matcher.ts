import type { Operation } from './operation.ts';

/** One level of the tree of path segments. */
interface Branch {
  fixed: Map<string, Branch>;
  /** Templates such as `{key_id}:revoke`: anything before the suffix. */
  suffixed: { suffix: string; branch: Branch }[];
  any: Branch | undefined;
  operations: Map<string, Operation>;
}

const branch = (): Branch => ({ fixed: new Map(), suffixed: [], any: undefined, operations: new Map() });

function branchFor(parent: Branch, segment: string): Branch {
  const template = /^\{\w+\}(.*)$/.exec(segment);
  if (!template) {
    const next = parent.fixed.get(segment) ?? branch();
    parent.fixed.set(segment, next);
    return next;
  }
  const suffix = template[1] ?? '';
  if (suffix === '') return (parent.any ??= branch());
  const known = parent.suffixed.find((one) => one.suffix === suffix);
  if (known) return known.branch;
  const next = { suffix, branch: branch() };
  parent.suffixed.push(next);
  return next.branch;
}

function find(
  from: Branch,
  segments: readonly string[],
  depth: number,
  method: string,
): Operation | undefined {
  const segment = segments[depth];
  if (segment === undefined) return from.operations.get(method);
  if (segment === '') return undefined;
  const fixed = from.fixed.get(segment);
  const found = fixed && find(fixed, segments, depth + 1, method);
  if (found) return found;
  for (const { suffix, branch } of from.suffixed)
    if (segment.length > suffix.length && segment.endsWith(suffix)) {
      const match = find(branch, segments, depth + 1, method);
      if (match) return match;
    }
  return from.any && find(from.any, segments, depth + 1, method);
}

/**
 * Creates a lookup of operations by method and path.
 *
 * Paths are compared raw: without decoding, case-sensitively, and `/x` differs from `/x/`. A fixed segment wins over a
 * template; a template matches exactly one non-empty segment.
 *
 * @param operations the operations to find
 * @returns finds the operation for a method and a raw path without its query, or undefined
 */
export function matcher(
  operations: readonly Operation[],
): (method: string, path: string) => Operation | undefined {
  const root = branch();
  for (const operation of operations)
    operation.path.slice(1).split('/').reduce(branchFor, root).operations.set(operation.method, operation);
  return (method, path) =>
    path.startsWith('/') ? find(root, path.slice(1).split('/'), 0, method) : undefined;
}
