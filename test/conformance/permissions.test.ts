import { beforeEach, describe, expect, test } from '@jest/globals';
import type { Relationship } from '@ory/client';
import { tuple, useKeto } from './support/keto.ts';

const keto = useKeto();

/** Returns a tuple as the client's parameters of a check. */
function asQuery({ subject_id: subjectId, subject_set: set, ...other }: Relationship) {
  return {
    ...other,
    subjectId,
    subjectSetNamespace: set?.namespace,
    subjectSetObject: set?.object,
    subjectSetRelation: set?.relation,
  };
}

/** Checks a tuple in its written form. */
async function isAllowed(written: string, maxDepth?: number): Promise<boolean> {
  const { data } = await keto.tested().permissions.checkPermission({ ...asQuery(tuple(written)), maxDepth });
  return data.allowed;
}

const hold = (...written: string[]) => keto.tested().hold(...written.map(tuple));

beforeEach(() => hold('Group:staff#members@ada', 'Folder:f#viewers@Group:staff#members'));

describe('a check', () => {
  const ada = tuple('Group:staff#members@ada');
  const bob = tuple('Group:staff#members@bob');

  test('answers 200 with the result, or 403 for a denial by the calls whose status carries the result', async () => {
    const { permissions } = keto.tested();
    const answers = [
      await permissions.checkPermission(asQuery(ada)),
      await permissions.checkPermission(asQuery(bob)),
      await permissions.postCheckPermission({ postCheckPermissionBody: bob }),
      await permissions.checkPermissionOrError(asQuery(ada)),
      await permissions.checkPermissionOrError(asQuery(bob)),
      await permissions.postCheckPermissionOrError({ postCheckPermissionOrErrorBody: ada }),
      await permissions.postCheckPermissionOrError({ postCheckPermissionOrErrorBody: bob }),
    ];
    expect(answers.map(({ status, data }) => [status, data])).toEqual([
      [200, { allowed: true }],
      [200, { allowed: false }],
      [200, { allowed: false }],
      [200, { allowed: true }],
      [403, { allowed: false }],
      [200, { allowed: true }],
      [403, { allowed: false }],
    ]);
  });

  test('denies a permission of an unknown namespace, or for a subject in one', async () => {
    expect(await isAllowed('Nothing:x#members@ada')).toBe(false);
    expect(await isAllowed('Group:staff#members@Nothing:x#members')).toBe(false);
  });

  test('refuses an unknown relation of a namespace that has relations', async () => {
    const { permissions } = keto.tested();
    const { status, data } = await permissions.checkPermission(asQuery(tuple('Group:staff#owners@ada')));
    expect([status, data]).toMatchObject([400, { error: { reason: 'relation "owners" does not exist' } }]);
    expect(await isAllowed('User:ada#anything@ada')).toBe(false);
  });

  test.each([
    [{ ...asQuery(ada), subjectId: undefined }, 'subject is not allowed to be nil'],
    [{ ...asQuery(ada), relation: undefined }, /^incomplete tuple/],
    [{ ...asQuery(ada), subjectSetObject: 'x' }, /^exactly one of/],
    [{ ...asQuery(ada), subjectId: undefined, subjectSetObject: 'x' }, /^incomplete subject/],
    [{ ...asQuery(ada), maxDepth: 'deep' as unknown as number }, /^unable to parse 'max-depth'/],
  ])('refuses an incomplete or malformed query: %j', async (query, message) => {
    const { status, data } = await keto.tested().permissions.checkPermission(query);
    expect([status, data]).toMatchObject([
      400,
      { error: { code: 400, status: 'Bad Request', message: expect.stringMatching(message) } },
    ]);
  });

  test('refuses a body without a subject', async () => {
    const { status } = await keto.tested().permissions.postCheckPermission({
      postCheckPermissionBody: { namespace: 'Group', object: 'staff', relation: 'members' },
    });
    expect(status).toBe(400);
  });
});

describe('checks in a batch', () => {
  test('answer in order, each with its own error', async () => {
    const tuples = [
      tuple('Group:staff#members@ada'),
      tuple('Group:staff#members@bob'),
      tuple('Nothing:x#members@ada'),
      tuple('Group:staff#owners@ada'),
      { namespace: 'Group', object: 'staff', relation: 'members' },
    ];
    const { data } = await keto.tested().permissions.batchCheckPermission({
      batchCheckPermissionBody: { tuples },
    });
    expect(data).toEqual({
      results: [
        { allowed: true },
        { allowed: false },
        { allowed: false, error: 'The requested resource could not be found' },
        { allowed: false, error: 'The request was malformed or contained invalid parameters' },
        { allowed: false, error: 'subject is not allowed to be nil' },
      ],
    });
  });

  test('are refused when there are more than ten', async () => {
    const tuples = Array.from({ length: 11 }, () => tuple('Group:staff#members@ada'));
    const { status, data } = await keto.tested().permissions.batchCheckPermission({
      batchCheckPermissionBody: { tuples },
    });
    expect([status, data]).toMatchObject([400, { error: { message: 'batch exceeds max size of 10' } }]);
  });
});

describe('a permission', () => {
  test.each([
    ['through a group', 'Folder:f#viewers@ada', []],
    ['by one operand of a union', 'Folder:f#either@ada', []],
    ['by both operands of an intersection', 'Folder:f#both@ada', ['Folder:f#owners@ada']],
    ['by another permission', 'Folder:f#read@ada', []],
    [
      'by a permission on a parent object',
      'Folder:sub#view@bob',
      ['Folder:sub#parents@Folder:f#', 'Folder:f#viewers@bob'],
    ],
    ['by a relation to a parent object', 'Folder:sub#viewAbove@ada', ['Folder:sub#parents@Folder:f#']],
    ['by the absence of a relation', 'Folder:f#notBanned@ada', []],
    ['by the absence of two relations', 'Folder:f#neither@bob', []],
    ['for a subject set', 'Folder:f#either@Group:staff#members', []],
    ['by a tuple for the permission itself', 'Folder:f#own@bob', ['Folder:f#own@bob']],
  ])('is granted %s', async (_way, asked, more) => {
    await hold('Group:staff#members@ada', 'Folder:f#viewers@Group:staff#members', ...more);
    expect(await isAllowed(asked)).toBe(true);
  });

  test.each([
    ['by one operand of an intersection', 'Folder:f#both@ada', []],
    ['if a relation forbids it', 'Folder:f#view@bob', ['Folder:f#viewers@bob', 'Folder:f#banned@bob']],
    ['beyond the maximum depth', 'Folder:sub#view@ada', ['Folder:sub#parents@Folder:f#']],
    ['by a relation to a child object', 'Folder:f#viewAbove@ada', ['Folder:sub#parents@Folder:f#']],
    ['by the absence of a relation that a group gives', 'Folder:f#neither@ada', []],
    ['to another subject', 'Folder:f#either@bob', []],
  ])('is not granted %s', async (_way, asked, more) => {
    await hold('Group:staff#members@ada', 'Folder:f#viewers@Group:staff#members', ...more);
    expect(await isAllowed(asked)).toBe(false);
  });

  test('without parentheses is evaluated from left to right', async () => {
    await hold('Folder:f#owners@ada');
    expect(await isAllowed('Folder:f#leftToRight@ada')).toBe(false);
    await hold('Folder:f#owners@ada', 'Folder:f#banned@ada');
    expect(await isAllowed('Folder:f#leftToRight@ada')).toBe(true);
  });
});

describe('a maximum depth', () => {
  const chain = Array.from(
    { length: 8 },
    (_, level) => `Group:g${level}#members@Group:g${level + 1}#members`,
  );

  test.each([
    [1, [0, 0, 0, 0, 0, 0]],
    [2, [1, 1, 0, 0, 0, 0]],
    [3, [1, 1, 1, 0, 0, 0]],
    [5, [1, 1, 1, 1, 1, 0]],
    [0, [1, 1, 1, 1, 1, 0]],
    [50, [1, 1, 1, 1, 1, 0]],
  ])('of %i finds members of nested groups down to that depth, at most five', async (depth, found) => {
    const members = [0, 1, 2, 3, 4, 5].map((level) => `Group:g${level}#members@m${level}`);
    await hold(...chain, ...members);
    const allowed = [0, 1, 2, 3, 4, 5].map((level) => isAllowed(`Group:g0#members@m${level}`, depth));
    expect((await Promise.all(allowed)).map(Number)).toEqual(found);
  });

  test('ends the search if groups contain each other', async () => {
    await hold('Group:a#members@Group:b#members', 'Group:b#members@Group:a#members');
    expect(await isAllowed('Group:a#members@ada')).toBe(false);
  });
});

describe('an expansion', () => {
  const set = { namespace: 'Folder', object: 'f', relation: 'viewers' };
  const leaf = (subject: object) => ({
    type: 'leaf',
    tuple: { namespace: '', object: '', relation: '', ...subject },
  });
  const staff = { subject_set: { namespace: 'Group', object: 'staff', relation: 'members' } };

  test('is the tree of the subjects in a subject set', async () => {
    const { data } = await keto.tested().permissions.expandPermissions(set);
    const tree = { ...leaf(staff), type: 'union', children: [leaf({ subject_id: 'ada' })] };
    expect(data).toEqual({ ...leaf({ subject_set: set }), type: 'union', children: [tree] });
  });

  test('is no deeper than the requested depth', async () => {
    const { permissions } = keto.tested();
    const one = await permissions.expandPermissions({ ...set, maxDepth: 1 });
    expect(one.data).toEqual(leaf({ subject_set: set }));
    const two = await permissions.expandPermissions({ ...set, maxDepth: 2 });
    expect(two.data).toEqual({ ...leaf({ subject_set: set }), type: 'union', children: [leaf(staff)] });
  });

  test('shows a group once', async () => {
    await hold('Group:a#members@Group:b#members', 'Group:b#members@Group:a#members');
    const members = (object: string) => ({
      subject_set: { namespace: 'Group', object, relation: 'members' },
    });
    const { data } = await keto.tested().permissions.expandPermissions(members('a').subject_set);
    const b = { ...leaf(members('b')), type: 'union', children: [leaf(members('a'))] };
    expect(data).toEqual({ ...leaf(members('a')), type: 'union', children: [b] });
  });

  test('without any subjects is 200 with a body that says 404', async () => {
    const answer = await keto.tested().permissions.expandPermissions({ ...set, object: 'none' });
    expect(answer.status).toBe(200);
    expect(answer.data).toEqual({ code: 404, status: 'Not Found', message: 'no relation tuple found' });
  });

  test('of an unknown namespace is refused', async () => {
    const answer = await keto.tested().permissions.expandPermissions({ ...set, namespace: 'Nothing' });
    expect(answer.status).toBe(404);
  });
});
