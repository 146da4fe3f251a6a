import type { Node } from 'typescript';
import type { Namespace, Relation } from './namespace.ts';
import { OplError, placeOf } from './oplError.ts';

/** How many subject sets Keto follows before it gives up on a type. */
const maxNesting = 10;

/** A check of all namespaces once they are known; returns the errors. */
export type TypeCheck = (namespaces: Namespace[]) => OplError[];

const findRelation = (namespaces: Namespace[], namespace: string, relation: string): Relation | undefined =>
  namespaces.find(({ name }) => name === namespace)?.relations.find(({ name }) => name === relation);

const undeclared = (node: Node, namespace: string) => [
  new OplError(`namespace "${namespace}" was not declared`, placeOf(node)),
];

/** Checks that a namespace of this name exists. */
export const namespaceExists =
  (namespace: string, node: Node): TypeCheck =>
  (namespaces) =>
    namespaces.some(({ name }) => name === namespace) ? [] : undeclared(node, namespace);

/**
 * Checks that a namespace has a relation.
 *
 * @param node where a missing relation is reported
 * @param namespaceNode where a missing namespace is reported
 */
export const namespaceHasRelation =
  (namespace: string, relation: string, node: Node, namespaceNode = node): TypeCheck =>
  (namespaces) => {
    if (!namespaces.some(({ name }) => name === namespace)) return undeclared(namespaceNode, namespace);
    if (findRelation(namespaces, namespace, relation)) return [];
    return [new OplError(`namespace "${namespace}" did not declare relation "${relation}"`, placeOf(node))];
  };

/** Checks that every object that a relation can lead to has the relation queried on it. */
export function typesHaveRelation(
  namespace: string,
  relation: string,
  asked: string,
  node: Node,
  nesting = maxNesting,
): TypeCheck {
  const missing = (name: string, from: string) => [
    new OplError(`relation "${name}" was not declared in namespace "${from}"`, placeOf(node)),
  ];
  return (namespaces) => {
    if (nesting < 0)
      return [new OplError('could not typecheck deeply nested SubjectSet further', placeOf(node))];
    const found = findRelation(namespaces, namespace, relation);
    if (!found) return missing(relation, namespace);
    return found.types.flatMap((type) => {
      if (type.relation)
        return typesHaveRelation(type.namespace, type.relation, asked, node, nesting - 1)(namespaces);
      return findRelation(namespaces, type.namespace, asked) ? [] : missing(asked, type.namespace);
    });
  };
}
