import ts from 'typescript';
import type { SetOperation } from './namespace.ts';
import { OplError, placeOf, refuse } from './oplError.ts';
import { parseRelation, type Parsed } from './questions.ts';

/** The maximum nesting of `(` and `!` in one permission. */
const maxNesting = 10;

function parseOperand(node: ts.Expression, namespace: string, nesting: number): Parsed {
  if (ts.isParenthesizedExpression(node)) return parseOperation(node.expression, namespace, nesting - 1);
  if (!ts.isPrefixUnaryExpression(node)) return parseRelation(node, namespace);
  if (node.operator !== ts.SyntaxKind.ExclamationToken || ts.isPrefixUnaryExpression(node.operand))
    refuse(node, 'a relation or permission');
  requireNesting(node.operand, nesting - 1);
  const { rewrite: child, checks } = parseOperand(node.operand, namespace, nesting - 1);
  return { rewrite: { kind: 'not', child }, checks };
}

function requireNesting(node: ts.Node, nesting: number): void {
  if (nesting > 0) return;
  throw new OplError(`expression nested too deeply; maximal nesting depth is ${maxNesting}`, placeOf(node));
}

const operators = new Map<ts.SyntaxKind, SetOperation['kind']>([
  [ts.SyntaxKind.BarBarToken, 'or'],
  [ts.SyntaxKind.AmpersandAmpersandToken, 'and'],
]);

/** Returns the operands of an expression in textual order, each but the first with the operator before it. */
function operands(node: ts.Expression): [ts.Expression, ...[SetOperation['kind'], ts.Expression][]] {
  if (!ts.isBinaryExpression(node)) return [node];
  const operator = operators.get(node.operatorToken.kind) ?? refuse(node.operatorToken, "'&&' or '||'");
  const [first, ...left] = operands(node.left);
  const [middle, ...right] = operands(node.right);
  return [first, ...left, [operator, middle], ...right];
}

/** Parses from left to right: Keto gives `&&` no precedence over `||` (`parsePermissionExpressions` in its schema/parser.go). */
function parseOperation(node: ts.Expression, namespace: string, nesting: number): Parsed<SetOperation> {
  requireNesting(node, nesting);
  const [first, ...others] = operands(node);
  const { rewrite, checks } = parseOperand(first, namespace, nesting);
  const start: Parsed<SetOperation> = {
    rewrite: 'children' in rewrite ? rewrite : { kind: 'or', children: [rewrite] },
    checks,
  };
  return others.reduce((left, [kind, operand]) => {
    const right = parseOperand(operand, namespace, nesting);
    return {
      rewrite: { kind, children: [left.rewrite, right.rewrite] },
      checks: [...left.checks, ...right.checks],
    };
  }, start);
}

/**
 * Merges unions of unions and intersections of intersections, starting with the outermost. Each remaining one costs
 * depth in a check.
 */
function merged({ kind, children }: SetOperation): SetOperation {
  const flat = children.flatMap((child) => (child.kind === kind ? merged(child).children : [child]));
  return { kind, children: flat };
}

/**
 * Parses the body of a permission.
 *
 * @throws OplError for syntax that OPL does not have
 */
export function parsePermission(body: ts.Expression, namespace: string): Parsed<SetOperation> {
  const { rewrite, checks } = parseOperation(body, namespace, maxNesting);
  return { rewrite: merged(rewrite), checks };
}
