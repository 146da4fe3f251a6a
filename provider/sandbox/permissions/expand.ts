import { limitedDepth } from './check.ts';
import type { Subject, SubjectSet } from './relationTuple.ts';
import type { TupleStore } from './tupleStore.ts';

/** The members of a subject set in the API's format: only the subjects of its tuples are filled in. */
interface Tree {
  type: 'union' | 'leaf';
  children?: Tree[];
  tuple: Record<'namespace' | 'object' | 'relation', ''> & Subject;
}

const tree = (type: Tree['type'], subject: Subject, children?: Tree[]): Tree => ({
  type,
  children,
  tuple: { namespace: '', object: '', relation: '', ...subject },
});

/**
 * Expands a subject set to its members. Only tuples are expanded, not permissions.
 *
 * @param depth the levels of the answer, at most Keto's limit; 0 for that limit
 * @returns undefined when no tuple has the relation
 */
export function expand(store: TupleStore, root: SubjectSet, depth: number): Tree | undefined {
  const visited = new Set<string>();

  function expandSet(set: SubjectSet, left: number): Tree | undefined {
    const key = JSON.stringify([set.namespace, set.object, set.relation]);
    if (visited.has(key)) return undefined;
    visited.add(key);
    const tuples = store.all(set);
    if (tuples.length === 0) return undefined;
    if (left <= 1) return tree('leaf', { subject_set: set });
    const children = tuples.map(({ subject_id, subject_set }) => {
      const expanded = subject_set && expandSet(subject_set, left - 1);
      return expanded ?? tree('leaf', { subject_id, subject_set });
    });
    return tree('union', { subject_set: set }, children);
  }

  return expandSet(root, limitedDepth(depth));
}
