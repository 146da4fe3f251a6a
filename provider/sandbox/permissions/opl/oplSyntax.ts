import ts from 'typescript';
import { refuse } from './oplError.ts';

const { SyntaxKind } = ts;

/** The TypeScript syntax that OPL allows within a class. */
const kinds = new Set([
  SyntaxKind.Identifier,
  SyntaxKind.StringLiteral,
  SyntaxKind.HeritageClause,
  SyntaxKind.ExpressionWithTypeArguments,
  SyntaxKind.PropertyDeclaration,
  SyntaxKind.SemicolonClassElement,
  // related
  SyntaxKind.TypeLiteral,
  SyntaxKind.PropertySignature,
  SyntaxKind.TypeReference,
  SyntaxKind.ArrayType,
  SyntaxKind.UnionType,
  SyntaxKind.ParenthesizedType,
  SyntaxKind.LiteralType,
  // permits
  SyntaxKind.ObjectLiteralExpression,
  SyntaxKind.PropertyAssignment,
  SyntaxKind.ArrowFunction,
  SyntaxKind.Parameter,
  SyntaxKind.BooleanKeyword,
  SyntaxKind.EqualsGreaterThanToken,
  SyntaxKind.ThisKeyword,
  SyntaxKind.PropertyAccessExpression,
  SyntaxKind.ElementAccessExpression,
  SyntaxKind.CallExpression,
  SyntaxKind.ParenthesizedExpression,
  SyntaxKind.PrefixUnaryExpression,
  SyntaxKind.BinaryExpression,
  SyntaxKind.AmpersandAmpersandToken,
  SyntaxKind.BarBarToken,
]);

function requireKnown(node: ts.Node): void {
  if (!kinds.has(node.kind)) refuse(node, 'the syntax of OPL');
  ts.forEachChild(node, requireKnown);
}

/**
 * Refuses what is TypeScript but not OPL: modifiers, optional members, generics, numbers and so on. Before a class, as in
 * `export class`, Keto skips everything.
 *
 * @throws OplError
 */
export function requireOplSyntax(node: ts.ClassDeclaration): void {
  for (const part of [...(node.typeParameters ?? []), ...(node.heritageClauses ?? []), ...node.members])
    requireKnown(part);
}
