import ts from 'typescript';
import type { Namespace, Relation, SubjectType } from './namespace.ts';
import { OplError, refuse } from './oplError.ts';
import { parsePermission } from './permissions.ts';
import { requireOplSyntax } from './oplSyntax.ts';
import { namespaceExists, namespaceHasRelation, type TypeCheck } from './typeChecks.ts';

/** A parsed part of a document, and the checks that all namespaces have to pass for it. */
type Parsed<T> = [part: T, checks: TypeCheck[]];

function parseName(node: ts.PropertyName): string {
  return ts.isIdentifier(node) || ts.isStringLiteral(node) ? node.text : refuse(node, 'identifier');
}

function parseSubjectType(node: ts.TypeNode): Parsed<SubjectType> {
  if (!ts.isTypeReferenceNode(node)) return refuse(node, 'a namespace');
  const namespace = node.typeName.getText();
  if (namespace !== 'SubjectSet') return [{ namespace }, [namespaceExists(namespace, node.typeName)]];
  const [of, type] = node.typeArguments ?? [];
  if (!of || !type || !ts.isLiteralTypeNode(type) || !ts.isStringLiteral(type.literal))
    return refuse(node, 'SubjectSet<Namespace, "relation">');
  const relation = type.literal.text;
  const check = namespaceHasRelation(of.getText(), relation, type.literal, of);
  return [{ namespace: of.getText(), relation }, [check]];
}

/** `User[]`, `(User | SubjectSet<Group, "members">)[]` or `Array<…>`: the type of the elements. */
function elementType(node?: ts.TypeNode): ts.TypeNode | undefined {
  if (node && ts.isArrayTypeNode(node)) {
    const { elementType: type } = node;
    return ts.isParenthesizedTypeNode(type) ? type.type : type;
  }
  if (!node || !ts.isTypeReferenceNode(node) || node.typeName.getText() !== 'Array') return undefined;
  return node.typeArguments?.length === 1 ? node.typeArguments[0] : undefined;
}

function parseRelated(node: ts.TypeElement): Parsed<Relation> {
  const type = ts.isPropertySignature(node) ? elementType(node.type) : undefined;
  if (!type || !node.name) return refuse(node, 'a relation');
  // Keto accepts a comma after `A[]`, but not after `Array<A>`
  if (node.getText().endsWith('>,')) refuse(node, 'no comma');
  const types = (ts.isUnionTypeNode(type) ? [...type.types] : [type]).map(parseSubjectType);
  return [
    { name: parseName(node.name), types: types.map(([part]) => part) },
    types.flatMap(([, checks]) => checks),
  ];
}

function parsePermits(node: ts.ObjectLiteralElementLike, namespace: string): Parsed<Relation> {
  const permission = ts.isPropertyAssignment(node) ? node.initializer : undefined;
  if (!node.name || !permission || !ts.isArrowFunction(permission) || ts.isBlock(permission.body))
    return refuse(node, 'a permission');
  const { parameters } = permission;
  const written = parameters.map((parameter) => parameter.getText().replaceAll(/\s/g, '')).join();
  if (
    !/^ctx(:Context)?$/.test(written) ||
    parameters.hasTrailingComma ||
    !permission.getText().startsWith('(')
  )
    refuse(permission, '"(ctx)" or "(ctx: Context)"');
  const { rewrite, checks } = parsePermission(permission.body, namespace);
  return [{ name: parseName(node.name), types: [], rewrite }, checks];
}

function parseMember(node: ts.ClassElement, namespace: string): Parsed<Relation>[] {
  if (ts.isPropertyDeclaration(node)) {
    const { type, initializer } = node;
    if (parseName(node.name) === 'related' && !initializer && type && ts.isTypeLiteralNode(type))
      return type.members.map(parseRelated);
    if (parseName(node.name) === 'permits' && initializer && ts.isObjectLiteralExpression(initializer))
      return initializer.properties.map((property) => parsePermits(property, namespace));
  }
  return refuse(node, "'permits' or 'related'");
}

function parseClass(node: ts.ClassDeclaration): Parsed<Namespace> {
  requireOplSyntax(node);
  const name = node.name?.text ?? refuse(node, 'identifier');
  if (node.heritageClauses?.map((clause) => clause.getText()).join() !== 'implements Namespace')
    refuse(node, '"implements Namespace"');
  const relations = node.members
    .filter((member) => !ts.isSemicolonClassElement(member))
    .flatMap((member) => parseMember(member, name));
  return [{ name, relations: relations.map(([part]) => part) }, relations.flatMap(([, checks]) => checks)];
}

/** Finds the first mistake that TypeScript itself reports. */
function syntaxError(text: string): OplError | undefined {
  const [found] = ts.transpileModule(text, { reportDiagnostics: true }).diagnostics ?? [];
  if (!found) return undefined;
  const start = found.start ?? 0;
  const message = ts.flattenDiagnosticMessageText(found.messageText, ' ');
  return new OplError(message, { start, end: start + (found.length ?? 0) });
}

/**
 * Parses a document of the Ory Permission Language, which is a subset of TypeScript.
 * (https://www.ory.com/docs/keto/reference/ory-permission-language)
 *
 * @returns its namespaces and its mistakes: the first syntax error, or all type errors
 */
export function parseOpl(text: string): { namespaces: Namespace[]; errors: OplError[] } {
  const syntax = syntaxError(text);
  if (syntax) return { namespaces: [], errors: [syntax] };
  try {
    const source = ts.createSourceFile('namespaces.ts', text, ts.ScriptTarget.Latest, true);
    const classes = source.statements.filter(ts.isClassDeclaration).map(parseClass);
    const namespaces = classes.map(([namespace]) => namespace);
    return {
      namespaces,
      errors: classes.flatMap(([, checks]) => checks.flatMap((check) => check(namespaces))),
    };
  } catch (cause) {
    if (cause instanceof OplError) return { namespaces: [], errors: [cause] };
    throw cause;
  }
}
