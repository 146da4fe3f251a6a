import type { Namespace, Rewrite, SetOperation } from './opl/namespace.ts';
import { Problem } from './problem.ts';
import type { RelationTuple, SubjectSet } from './relationTuple.ts';
import type { TupleStore } from './tupleStore.ts';

/**
 * Keto's default limits: the depth of a check (`limit.max_read_depth`), and the number of subject sets per relation
 * (`limit.max_read_width`).
 */
const maxDepth = 5;
const maxWidth = 100;

/** Whether the subject is a member; undefined if the depth ran out, which `!` does not negate. */
type Membership = boolean | undefined;

/** The state of a check. */
interface Step {
  /** The remaining depth. */
  depth: number;
  /** Subject sets already visited on this path or beside it. Keto visits each only once. */
  visited?: Set<string>;
}

/** Caps a requested depth at the limit. */
export const limitedDepth = (asked: number) => (asked <= 0 ? maxDepth : Math.min(asked, maxDepth));

const deeper = (step: Step): Step => ({ ...step, depth: step.depth - 1 });

/** Returns the subject sets of a relation of an object. */
const subjectSets = (store: TupleStore, { namespace, object, relation }: SubjectSet) =>
  store.all({ namespace, object, relation }).flatMap(({ subject_set: set }) => set ?? []);

/**
 * Creates a permission check like Keto's, including the effects of its depth limit and visited subject sets
 * (internal/check/engine.go and rewrites.go).
 *
 * @returns whether a tuple is granted, directly, through subject sets or through permissions
 */
export function permissionCheck(store: TupleStore, namespaces: Namespace[]) {
  /**
   * Returns the rewrite that computes a relation; undefined for a plain one. A namespace without any relation allows
   * all names.
   */
  function rewriteOf({ namespace, relation }: RelationTuple): SetOperation | undefined {
    const relations = namespaces.find(({ name }) => name === namespace)?.relations ?? [];
    const found = relations.find(({ name }) => name === relation);
    if (!found && relation && relations.length > 0)
      throw new Problem(400, { reason: `relation "${relation}" does not exist` });
    return found?.rewrite;
  }

  function isAllowed(tuple: RelationTuple, step: Step, skipDirect = false): Membership {
    if (step.depth <= 0) return undefined;
    const rewrite = rewriteOf(tuple);
    const next = deeper(step);
    if (rewrite && isInOperation(tuple, rewrite, step)) return true;
    if (!skipDirect && next.depth > 0 && store.has(tuple)) return true;
    return isInSubjectSet(tuple, next) ?? false;
  }

  function isInSubjectSet(tuple: RelationTuple, { depth, visited = new Set() }: Step): Membership {
    if (depth <= 0) return undefined;
    const through = subjectSets(store, tuple).map((set) => ({ ...tuple, ...set }));
    if (through.some((next) => store.has(next))) return true;
    const looked = through.length > maxWidth ? through.slice(0, maxWidth - 1) : through;
    return looked.some((next) => {
      const key = JSON.stringify([next.namespace, next.object, next.relation]);
      if (visited.has(key)) return false;
      visited.add(key);
      return isAllowed(next, { depth, visited }, true);
    });
  }

  function isInOperation(tuple: RelationTuple, { kind, children }: SetOperation, step: Step): Membership {
    if (step.depth <= 0) return undefined;
    if (kind === 'and') return children.every((child) => isIn(tuple, child, step, deeper(step)));
    const computed = children.flatMap((child) =>
      child.kind === 'computed' ? [{ ...tuple, relation: child.relation }] : [],
    );
    return (
      computed.some((next) => store.has(next)) ||
      computed.some((next) => isAllowed(next, deeper(step), true)) ||
      children.some((child) => child.kind !== 'computed' && isIn(tuple, child, step, deeper(step)))
    );
  }

  /** @param operationStep where an operation starts: one deeper, except directly below `!` */
  function isIn(tuple: RelationTuple, rewrite: Rewrite, step: Step, operationStep = step): Membership {
    if (rewrite.kind === 'computed') return isAllowed({ ...tuple, relation: rewrite.relation }, step);
    if (rewrite.kind === 'traverse') {
      const sets = subjectSets(store, { ...tuple, relation: rewrite.relation });
      return sets.some((set) => isAllowed({ ...tuple, ...set, relation: rewrite.computed }, deeper(step)));
    }
    if (rewrite.kind !== 'not') return isInOperation(tuple, rewrite, operationStep);
    const result = isIn(tuple, rewrite.child, step);
    return result === undefined ? undefined : !result;
  }

  return (tuple: RelationTuple, depth: number): boolean =>
    isAllowed(tuple, { depth: limitedDepth(depth) }) ?? false;
}
