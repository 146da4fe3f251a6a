import type { Namespace, Rewrite, SetOperation } from './opl/namespace.ts';
import { Problem } from './problem.ts';
import type { RelationTuple, SubjectSet } from './relationTuple.ts';
import type { TupleStore } from './tupleStore.ts';

/** Keto's defaults: how deep it looks (`limit.max_read_depth`), and at how many subject sets of a relation (`limit.max_read_width`). */
const maxDepth = 5;
const maxWidth = 100;

/** Whether the subject is a member; undefined where the depth ran out, which `!` leaves as it is. */
type Membership = boolean | undefined;

/** Where a check has got to. */
interface Step {
  /** How much deeper it may look. */
  depth: number;
  /** Subject sets that were looked into on the way here or beside it. Keto looks into each once. */
  visited?: Set<string>;
}

/** A depth that a request may ask for: no deeper than the limit. */
export const limitedDepth = (asked: number) => (asked <= 0 ? maxDepth : Math.min(asked, maxDepth));

const deeper = (step: Step): Step => ({ ...step, depth: step.depth - 1 });

/** The subject sets of a relation of an object. */
const subjectSets = (store: TupleStore, { namespace, object, relation }: SubjectSet) =>
  store.all({ namespace, object, relation }).flatMap(({ subject_set: set }) => set ?? []);

/**
 * Checks permissions as Keto does, with what its depth and its visited subject sets leave out (internal/check/engine.go and
 * rewrites.go).
 *
 * @returns whether a tuple is granted, directly, through subject sets or through permissions
 */
export function permissionCheck(store: TupleStore, namespaces: Namespace[]) {
  /** What computes a relation; undefined for a plain one. A namespace without any relation allows all names. */
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
