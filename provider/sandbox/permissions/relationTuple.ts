import { z } from 'zod';
import type { Namespace } from './opl/namespace.ts';
import { badRequest, Problem } from './problem.ts';

// Keto reads a missing string as an empty one
const text = z
  .string()
  .nullish()
  .transform((value) => value ?? '');
const subjectSet = z.object({ namespace: text, object: text, relation: text });

/** A relation tuple in a body. It may lack its subject. */
export const relationTuple = z.object({
  namespace: text,
  object: text,
  relation: text,
  subject_id: z
    .string()
    .nullish()
    .transform((value) => value ?? undefined),
  subject_set: subjectSet.nullish().transform((value) => value ?? undefined),
});

/** A subject set, `namespace:object#relation`: everyone who has the relation to the object. */
export type SubjectSet = z.output<typeof subjectSet>;

/** A user's or client's id, or a subject set. */
export interface Subject {
  subject_id?: string | undefined;
  subject_set?: SubjectSet | undefined;
}

/** A relation tuple, `namespace:object#relation@subject`. */
export type RelationTuple = z.output<typeof relationTuple>;

/** A query for tuples with all the given values. */
export type RelationQuery = Partial<RelationTuple>;

/** The parameters of a query. */
export const queryKeys = [
  'namespace',
  'object',
  'relation',
  'subject_id',
  'subject_set.namespace',
  'subject_set.object',
  'subject_set.relation',
  'subject',
];

const setKeys = ['namespace', 'object', 'relation'] as const;

function subjectFrom(parameters: URLSearchParams): Subject {
  const id = parameters.get('subject_id') ?? undefined;
  const set = setKeys.map((key) => parameters.get(`subject_set.${key}`));
  const given = set.filter((value) => value !== null);
  if (given.length === 0) return { subject_id: id };
  if (id !== undefined) throw badRequest('exactly one of subject_set or subject_id has to be provided');
  const [namespace, object, relation] = given;
  if (namespace === undefined || object === undefined || relation === undefined)
    throw badRequest('incomplete subject, provide "subject_id" or a complete "subject_set.*"');
  return { subject_set: { namespace, object, relation } };
}

/**
 * Reads a query for tuples from a URL's parameters.
 *
 * @throws Problem for a subject that is incomplete or given twice
 */
export function queryFrom(parameters: URLSearchParams): RelationQuery {
  if (parameters.has('subject'))
    throw badRequest('The request was malformed or contained invalid parameters');
  const subject = subjectFrom(parameters);
  const [namespace, object, relation] = setKeys.map((key) => parameters.get(key) ?? undefined);
  return { namespace, object, relation, ...subject };
}

/** Requires that the namespaces of a tuple or query exist. */
export function requireNamespaces(
  namespaces: Namespace[],
  { namespace, subject_set: set }: RelationQuery,
): void {
  for (const name of [namespace, set?.namespace])
    if (name !== undefined && !namespaces.some((known) => known.name === name))
      throw new Problem(404, { reason: `Unknown namespace with name "${name}".` });
}

/** Requires a subject. */
export function requireSubject({ subject_id: id, subject_set: set }: Subject): void {
  if (id === undefined && !set) throw badRequest('subject is not allowed to be nil');
}

/**
 * Reads a tuple from a URL's parameters.
 *
 * @throws Problem when a part is missing
 */
export function tupleFrom(parameters: URLSearchParams): RelationTuple {
  const { namespace, object, relation, ...subject } = queryFrom(parameters);
  requireSubject(subject);
  if (namespace === undefined || object === undefined || relation === undefined)
    throw badRequest('incomplete tuple, provide "namespace", "object", "relation", and a subject');
  return { namespace, object, relation, ...subject } as RelationTuple;
}

/** Returns the URL parameters for a tuple. Given two subjects, Keto uses the id. */
export function parametersOf({ subject_id: id, subject_set: set, ...tuple }: RelationTuple): URLSearchParams {
  const parameters = new URLSearchParams(tuple);
  if (id !== undefined) parameters.set('subject_id', id);
  else if (set) for (const key of setKeys) parameters.set(`subject_set.${key}`, set[key]);
  return parameters;
}
