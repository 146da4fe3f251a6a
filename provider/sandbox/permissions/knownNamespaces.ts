import type { Namespace } from './opl/namespace.ts';
import { Problem } from './problem.ts';
import type { RelationQuery } from './relationTuple.ts';

/** Requires that the namespaces of a tuple or query exist. */
export function requireNamespaces(
  namespaces: Namespace[],
  { namespace, subject_set: set }: RelationQuery,
): void {
  for (const name of [namespace, set?.namespace])
    if (name !== undefined && !namespaces.some((known) => known.name === name))
      throw new Problem(404, { reason: `Unknown namespace with name "${name}".` });
}
