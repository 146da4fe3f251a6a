import ts from 'typescript';
import type { Rewrite } from './namespace.ts';
import { refuse } from './oplError.ts';
import { namespaceHasRelation, typesHaveRelation, type TypeCheck } from './typeChecks.ts';

/** The meaning of an expression, and the checks that the namespaces have to pass for it. */
export interface Parsed<T extends Rewrite = Rewrite> {
  rewrite: T;
  checks: TypeCheck[];
}

const isContext = (node?: ts.Node) => !!node && ts.isIdentifier(node) && node.text === 'ctx';

const isSubject = (node?: ts.Node) =>
  !!node && ts.isPropertyAccessExpression(node) && isContext(node.expression) && node.name.text === 'subject';

/** `object.name`. */
function dotted(node: ts.Node): { object: ts.Expression; text: string } {
  if (!ts.isPropertyAccessExpression(node)) return refuse(node, 'a property');
  return { object: node.expression, text: node.name.text };
}

/** `object.name` or `object["name"]`. */
function access(node: ts.Node): { object: ts.Expression; name: ts.Node; text: string } {
  if (ts.isElementAccessExpression(node) && ts.isStringLiteral(node.argumentExpression))
    return { object: node.expression, name: node.argumentExpression, text: node.argumentExpression.text };
  if (!ts.isPropertyAccessExpression(node)) return refuse(node, 'a property');
  return { object: node.expression, name: node.name, text: node.name.text };
}

interface Question {
  call: ts.CallExpression;
  object: ts.Expression;
  /** The relation's or permission's name: its node and its text. */
  name: ts.Node;
  text: string;
  verb: 'permits' | 'includes' | 'traverse';
}

/**
 * A query about an object: `object.permits.name(ctx)`, `object.related.name.includes(ctx.subject)`, or
 * `object.related.name.traverse(step)`.
 */
function parseQuestion(call: ts.Node): Question {
  if (!ts.isCallExpression(call)) return refuse(call, 'a call');
  const [argument] = call.arguments;
  if (isContext(argument)) {
    const permission = access(call.expression);
    const { object, text } = dotted(permission.object);
    return text === 'permits' ? { ...permission, call, object, verb: text } : refuse(call, "'permits'");
  }
  const { object: relation, text: verb } = dotted(call.expression);
  const { object, text } = dotted(access(relation).object);
  if (text !== 'related') refuse(call, "'related' or 'permits'");
  if (verb === 'traverse') return { ...access(relation), call, object, verb };
  if (verb === 'includes' && isSubject(argument)) return { ...access(relation), call, object, verb };
  return refuse(call, "'traverse' or 'includes'");
}

/** Parses the query that `traverse` makes for each object. */
function parseStep(traverse: ts.CallExpression): Question {
  const [step] = traverse.arguments;
  if (!step || !ts.isArrowFunction(step)) return refuse(traverse, 'a function');
  const asked = parseQuestion(step.body);
  if (asked.verb === 'traverse' || asked.object.getText() !== step.parameters[0]?.getText())
    refuse(step, 'a relation or permission of the parameter');
  return asked;
}

/** Refuses a trailing comma in arguments; Keto only accepts it in and around an `includes` in a `traverse`. */
function refuseComma({ arguments: list }: ts.CallExpression): void {
  const [last] = list.slice(-1);
  if (last && list.hasTrailingComma) refuse(last, 'no comma');
}

/**
 * Parses a query about the object itself, as in `this.related.a.includes(ctx.subject)`.
 *
 * @throws OplError for another expression
 */
export function parseRelation(node: ts.Expression, namespace: string): Parsed {
  const { call, object, name, text, verb } = parseQuestion(node);
  if (object.kind !== ts.SyntaxKind.ThisKeyword) refuse(object, '"this"');
  const declared = namespaceHasRelation(namespace, text, name);
  if (verb !== 'traverse') {
    refuseComma(call);
    return { rewrite: { kind: 'computed', relation: text }, checks: [declared] };
  }
  const asked = parseStep(call);
  if (asked.verb === 'permits') for (const one of [call, asked.call]) refuseComma(one);
  return {
    rewrite: { kind: 'traverse', relation: text, computed: asked.text },
    checks: [typesHaveRelation(namespace, text, asked.text, name), declared],
  };
}
