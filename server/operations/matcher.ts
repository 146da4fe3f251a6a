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
  const existing = parent.suffixed.find((one) => one.suffix === suffix);
  if (existing) return existing.branch;
  const next = { suffix, branch: branch() };
  parent.suffixed.push(next);
  return next.branch;
}

interface RequestedCall {
  segments: readonly string[];
  method: string;
  /** The minimum number of characters that a template matches. */
  shortest: 0 | 1;
}

function find(from: Branch, requested: RequestedCall, depth = 0): Operation | undefined {
  const segment = requested.segments[depth];
  if (segment === undefined) return from.operations.get(requested.method);
  const fixed = from.fixed.get(segment);
  const found = fixed && find(fixed, requested, depth + 1);
  if (found) return found;
  for (const { suffix, branch } of from.suffixed)
    if (segment.length >= suffix.length + requested.shortest && segment.endsWith(suffix)) {
      const match = find(branch, requested, depth + 1);
      if (match) return match;
    }
  return from.any && segment.length >= requested.shortest ? find(from.any, requested, depth + 1) : undefined;
}

/**
 * Finds the operation for a method and a raw path without its query; undefined if there is none.
 *
 * @param shortest 0 if a template also matches an empty segment, to find out what is missing
 */
export type FindOperation = (method: string, path: string, shortest?: 0 | 1) => Operation | undefined;

/**
 * Creates a lookup of operations by method and path.
 *
 * Paths are compared raw: without decoding, case-sensitively, and `/x` differs from `/x/`. A fixed segment wins over a
 * template; a template matches exactly one non-empty segment.
 *
 * @param operations the operations to find
 */
export function matcher(operations: readonly Operation[]): FindOperation {
  const root = branch();
  for (const operation of operations) {
    const { operations: byMethod } = operation.path.slice(1).split('/').reduce(branchFor, root);
    byMethod.set(operation.method, operation);
    if (operation.head) byMethod.set('HEAD', operation);
  }
  return (method, path, shortest = 1) =>
    path.startsWith('/') ? find(root, { segments: path.slice(1).split('/'), method, shortest }) : undefined;
}
