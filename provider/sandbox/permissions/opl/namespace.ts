/** A namespace of an OPL file: a class with its relations and permissions. */
export interface Namespace {
  name: string;
  relations: Relation[];
}

/** A row of `related`, or, with a rewrite, one of `permits`. */
export interface Relation {
  name: string;
  types: SubjectType[];
  rewrite?: SetOperation;
}

/** The allowed subjects of a relation: the objects of a namespace, or, with a relation, a subject set of it. */
export interface SubjectType {
  namespace: string;
  relation?: string;
}

/** A union (`||`) or an intersection (`&&`). */
export interface SetOperation {
  kind: 'or' | 'and';
  children: Rewrite[];
}

/**
 * The source from which a permission is computed.
 *
 * - `computed`: another relation of the same object, `this.related.a.includes(ctx.subject)` or `this.permits.a(ctx)`
 * - `traverse`: a relation of each object that a relation leads to, `this.related.a.traverse((o) =>
 *   o.permits.b(ctx))`
 * - `not`: `!`
 */
export type Rewrite =
  | SetOperation
  | { kind: 'computed'; relation: string }
  | { kind: 'traverse'; relation: string; computed: string }
  | { kind: 'not'; child: Rewrite };
