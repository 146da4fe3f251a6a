import { expect, test } from '@jest/globals';
import type { ExpandedPermissionTree, Relationship } from '@ory/client';
import fc from 'fast-check';
import { realKeto, tuple, useKeto, type Keto } from './support/keto.ts';

const keto = useKeto();
const relations = ['viewers', 'owners', 'banned'];
const permits = ['own', 'either', 'both', 'notBanned', 'view', 'read', 'viewAbove', 'leftToRight', 'neither'];

/** Generates tuples from their written form: each part is fixed or generated. */
const written = (...parts: (fc.Arbitrary<string> | string)[]) =>
  fc
    .tuple(...parts.map((part) => (typeof part === 'string' ? fc.constant(part) : part)))
    .map((strings) => tuple(strings.join('')));
const user = fc.constantFrom('ada', 'bob');
const group = fc.constantFrom('Group:g1', 'Group:g2', 'Group:g3');
const folder = fc.constantFrom('Folder:f1', 'Folder:f2', 'Folder:f3');

const userInFolder = written(folder, '#', fc.constantFrom(...relations), '@', user);
const groupInFolder = written(folder, '#', fc.constantFrom('viewers', 'banned'), '@', group, '#members');
const userInGroup = written(group, '#members@', user);
const groupInGroup = written(group, '#members@', group, '#members');
const folderInFolder = written(folder, '#parents@', folder, '#');

const asText = (value: object) => JSON.stringify(value);
const distinct = (...kinds: fc.Arbitrary<Relationship>[]) =>
  fc.uniqueArray(fc.oneof(...kinds), { selector: asText, maxLength: 14 });
const anyTuples = distinct(userInFolder, groupInFolder, userInGroup, groupInGroup, folderInFolder);
const questions = fc.array(
  fc.oneof(
    written(folder, '#', fc.constantFrom(...relations, ...permits), '@', user),
    written(folder, '#', fc.constantFrom(...relations, ...permits), '@', group, '#members'),
    written(group, '#members@', user),
  ),
  { minLength: 1, maxLength: 10 },
);

async function answers({ permissions }: Keto, tuples: Relationship[], maxDepth = 0) {
  const answer = await permissions.batchCheckPermission({ batchCheckPermissionBody: { tuples }, maxDepth });
  return answer.data.results;
}

/** Sorts a tree's children, because Keto lists them in any order. */
const sorted = (tree: ExpandedPermissionTree): ExpandedPermissionTree => ({
  ...tree,
  children: tree.children?.map(sorted).sort((a, b) => (asText(a) < asText(b) ? -1 : 1)),
});

test('permissions follow from the relations of their definitions', async () => {
  const property = fc.asyncProperty(
    distinct(userInFolder, groupInFolder, userInGroup),
    folder,
    user,
    async (held, object, subject) => {
      await keto.tested().hold(...held);
      const names = ['viewers', 'owners', 'banned', 'either', 'both', 'notBanned', 'neither'];
      const asked = names.map((name) => tuple(`${object}#${name}@${subject}`));
      const results = (await answers(keto.tested(), asked)).map(({ allowed }) => allowed);
      const [views = false, owns = false, isBanned = false] = results;
      expect(results.slice(3)).toEqual([views || owns, views && owns, !isBanned, !(views || owns)]);
    },
  );
  await fc.assert(property, { numRuns: 50 });
});

test('inserted tuples can be deleted, and the others stay', async () => {
  const property = fc.asyncProperty(anyTuples, anyTuples, async (held, more) => {
    const { write, read } = keto.tested();
    const patch = (action: 'insert' | 'delete') =>
      write.patchRelationships({
        relationshipPatch: more.map((relationship) => ({ action, relation_tuple: relationship })),
      });
    await keto.tested().hold(...held);
    await patch('insert');
    await patch('delete');
    const { data } = await read.getRelationships({ pageSize: 100 });
    const rest = held.map(asText).filter((text) => !more.map(asText).includes(text));
    expect(data.relation_tuples?.map(asText).sort()).toEqual(rest.sort());
  });
  await fc.assert(property, { numRuns: 50 });
});

/** Tests that a real Keto and the sandbox answer in the same way. */
function compareWith(real: Keto): void {
  const compared = (): Keto[] => [real, keto.sandbox()];

  test('the sandbox answers like Keto', async () => {
    const depth = fc.integer({ min: 0, max: 6 });
    const property = fc.asyncProperty(
      anyTuples,
      questions,
      depth,
      group,
      async (held, asked, maxDepth, set) => {
        for (const target of compared()) await target.hold(...held);
        const [real, sandbox] = await Promise.all(
          compared().map(async (target) => {
            const { namespace, object, relation } = tuple(`${set}#members@`);
            // at greater depths, Keto's order decides in which of two groups a common subgroup is expanded
            const { data } = await target.permissions.expandPermissions({
              namespace,
              object,
              relation,
              maxDepth: 2,
            });
            return [await answers(target, asked, maxDepth), sorted(data)];
          }),
        );
        expect(sandbox).toEqual(real);
      },
    );
    await fc.assert(property, { numRuns: 200 });
  });

  test('the sandbox finds the same errors in an OPL document as Keto', async () => {
    const name = fc.constantFrom('a', 'b', 'c');
    const of = fc.constantFrom('A', 'B');
    const type = fc.oneof(
      of.map((namespace) => `${namespace}[]`),
      fc.tuple(of, name).map(([namespace, relation]) => `SubjectSet<${namespace}, "${relation}">[]`),
    );
    const operand = fc.oneof(
      name.map((relation) => `this.related.${relation}.includes(ctx.subject)`),
      name.map((permission) => `!this.permits.${permission}(ctx)`),
      fc.tuple(name, name).map(([a, b]) => `this.related.${a}.traverse((o) => o.permits.${b}(ctx))`),
    );
    const expression = fc
      .array(fc.tuple(fc.constantFrom('||', '&&'), operand), { minLength: 1, maxLength: 4 })
      .map((parts) =>
        parts.map(([operator, text], index) => (index ? `${operator} ${text}` : text)).join(' '),
      );
    const document = fc.tuple(of, name, type, name, type, name, expression).map(
      ([namespace, first, firstType, second, secondType, permission, body]) => `
      class ${namespace} implements Namespace {
        related: { ${first}: ${firstType}, ${second}: ${secondType} }
        permits = { ${permission}: (ctx) => ${body} }
      }`,
    );
    const property = fc.asyncProperty(document, async (body) => {
      const [real, sandbox] = await Promise.all(
        compared().map(async ({ opl }) => (await opl.checkOplSyntax({ body })).data),
      );
      expect(sandbox).toEqual(real);
    });
    await fc.assert(property, { numRuns: 200 });
  });
}

if (realKeto) compareWith(realKeto);
