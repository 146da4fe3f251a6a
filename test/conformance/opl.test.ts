import { readFile } from 'node:fs/promises';
import { expect, test } from '@jest/globals';
import { oplFile, useKeto } from './support/keto.ts';

const keto = useKeto();
const portalNamespaces = new URL('../../provider/keto/namespaces.keto.ts', import.meta.url);

async function check(body: string) {
  const { data } = await keto.tested().opl.checkOplSyntax({ body });
  return data.errors;
}

test.each([
  ['an empty document', ''],
  ['a class without relations', 'class A implements Namespace {}'],
])('accepts %s', async (_name, text) => {
  expect(await check(text)).toBeUndefined();
});

test('accepts the namespaces of the portal and of these tests', async () => {
  expect(await check(await readFile(portalNamespaces, 'utf8'))).toBeUndefined();
  expect(await check(await readFile(oplFile, 'utf8'))).toBeUndefined();
});

test('reports each namespace and relation that is not declared, by line and column', async () => {
  const text = `
class A implements Namespace {
  related: {
    x: B[]
    y: (SubjectSet<A, "z"> | SubjectSet<C, "z">)[]
    w: SubjectSet<A, "x">[]
  }
  permits = {
    p: (ctx) => this.related.q.includes(ctx.subject) || this.permits["r"](ctx),
    t: (ctx) => this.related.x.traverse((o) => o.permits.no(ctx)) && !this.related.e.includes(ctx.subject),
    u: (ctx) => this.related.w.traverse((o) => o.related.no.includes(ctx.subject)),
  }
}`;
  const errors = (await check(text))?.map(({ message, start, end }) => [message, start, end]);
  const at = (line: number, column: number) => ({ Line: line, column });
  expect(errors).toEqual([
    ['namespace "B" was not declared', at(4, 7), at(4, 8)],
    ['namespace "A" did not declare relation "z"', at(5, 23), at(5, 24)],
    ['namespace "C" was not declared', at(5, 40), at(5, 41)],
    ['namespace "A" did not declare relation "q"', at(9, 29), at(9, 30)],
    ['namespace "A" did not declare relation "r"', at(9, 70), at(9, 71)],
    ['relation "no" was not declared in namespace "B"', at(10, 29), at(10, 30)],
    ['namespace "A" did not declare relation "e"', at(10, 83), at(10, 84)],
    ['relation "no" was not declared in namespace "B"', at(11, 29), at(11, 30)],
  ]);
});

test.each([
  ['a class that is not a namespace', 'class A {}'],
  ['an unknown member', 'class A implements Namespace { other: {} }'],
  ['a relation without a type', 'class A implements Namespace { related: { a } }'],
  ['a type that is not an array', 'class A implements Namespace { related: { a: A } }'],
  ['an unfinished class', 'class A implements Namespace {'],
  ['an unknown parameter name', 'class A implements Namespace { permits = { a: (c) => this.permits.a(c) } }'],
  ['an unknown expression', 'class A implements Namespace { permits = { a: (ctx) => true } }'],
  [
    'an unknown operator',
    'class A implements Namespace { permits = { a: (ctx) => this.permits.a(ctx) + this.permits.a(ctx) } }',
  ],
  ['an unknown object', 'class A implements Namespace { permits = { a: (ctx) => ctx.permits.a(ctx) } }'],
  [
    'an unknown method',
    'class A implements Namespace { related: { a: A[] }; permits = { b: (ctx) => this.related.a.some(ctx.subject) } }',
  ],
  ['a double negation', 'class A implements Namespace { permits = { a: (ctx) => !!this.permits.a(ctx) } }'],
  [
    'ten nested parentheses',
    `class A implements Namespace { permits = { a: (ctx) => ${'('.repeat(10)}this.permits.a(ctx)${')'.repeat(10)} } }`,
  ],
])('refuses %s', async (_name, text) => {
  expect(await check(text)).toHaveLength(1);
});

test('accepts nine nested parentheses', async () => {
  const nested = `${'('.repeat(9)}this.permits.a(ctx)${')'.repeat(9)}`;
  expect(await check(`class A implements Namespace { permits = { a: (ctx) => ${nested} } }`)).toBeUndefined();
});
