import { beforeEach, describe, expect, test } from '@jest/globals';
import type { Relationship } from '@ory/client';
import { tuple, useKeto } from './support/keto.ts';

const keto = useKeto();
const byText = (tuples: Relationship[]) => tuples.map((one) => JSON.stringify(one)).sort();

async function list(query: Parameters<ReturnType<typeof keto.tested>['read']['getRelationships']>[0]) {
  const { data } = await keto.tested().read.getRelationships(query);
  return byText(data.relation_tuples ?? []);
}
const written = (...tuples: string[]) => byText(tuples.map(tuple));
const unknownNamespace = {
  error: {
    code: 404,
    status: 'Not Found',
    reason: 'Unknown namespace with name "Nothing".',
    message: 'The requested resource could not be found',
  },
};

const ada = 'Group:staff#members@ada';
const bob = 'Group:staff#members@bob';
const guests = 'Group:guests#members@Group:staff#members';
beforeEach(() => keto.tested().hold(...[ada, bob, guests].map(tuple)));

describe('a list', () => {
  test.each([
    ['of all', {}, [ada, bob, guests]],
    ['of a namespace', { namespace: 'Group' }, [ada, bob, guests]],
    ['of another namespace', { namespace: 'Folder' }, []],
    ['of an object', { namespace: 'Group', object: 'staff' }, [ada, bob]],
    ['of a relation', { namespace: 'Group', relation: 'members' }, [ada, bob, guests]],
    ['of a subject', { subjectId: 'ada' }, [ada]],
    [
      'of a subject set',
      { subjectSetNamespace: 'Group', subjectSetObject: 'staff', subjectSetRelation: 'members' },
      [guests],
    ],
  ])('%s has the tuples that match', async (_name, query, expected) => {
    expect(await list(query)).toEqual(written(...expected));
  });

  test('comes in pages', async () => {
    const { read } = keto.tested();
    const found: Relationship[] = [];
    let pageToken: string | undefined;
    do {
      const { data } = await read.getRelationships({ namespace: 'Group', pageSize: 2, pageToken });
      expect(data.relation_tuples?.length).toBe(pageToken ? 1 : 2);
      found.push(...(data.relation_tuples ?? []));
      pageToken = data.next_page_token;
    } while (pageToken);
    expect(byText(found)).toEqual(written(ada, bob, guests));
  });

  test.each([
    [{ namespace: 'Nothing' }, 404],
    [{ subjectSetNamespace: 'Nothing', subjectSetObject: 'x', subjectSetRelation: '' }, 404],
    [{ pageToken: 'no token!' }, 400],
    [{ pageSize: 'many' as unknown as number }, 400],
    [{ subjectId: 'ada', subjectSetObject: 'x' }, 400],
    [{ subjectSetObject: 'x' }, 400],
  ])('with %j is refused', async (query, status) => {
    const answer = await keto.tested().read.getRelationships(query);
    expect(answer.status).toBe(status);
  });
});

describe('creating', () => {
  test.each([ada, guests])('answers with %s and its URL', async (text) => {
    const { status, data, headers } = await keto
      .tested()
      .write.createRelationship({ createRelationshipBody: tuple(text) });
    expect([status, data]).toEqual([201, tuple(text)]);
    const address = new URL(String(headers.location), 'http://keto.example');
    expect(address.pathname).toBe('/relation-tuples');
    expect(Object.fromEntries(address.searchParams)).toMatchObject({
      namespace: 'Group',
      relation: 'members',
    });
  });

  test('keeps a tuple as many times as it was created', async () => {
    await keto.tested().write.createRelationship({ createRelationshipBody: tuple(ada) });
    expect(await list({ namespace: 'Group' })).toEqual(written(ada, ada, bob, guests));
  });

  test('accepts relations that no namespace declares', async () => {
    await keto.tested().write.createRelationship({ createRelationshipBody: tuple('Group:staff#any@ada') });
    expect(await list({ namespace: 'Group', relation: 'any' })).toEqual(written('Group:staff#any@ada'));
  });

  test('refuses unknown namespaces and a missing subject', async () => {
    const { write } = keto.tested();
    const create = async (body: object) => {
      const { status, data } = await write.createRelationship({ createRelationshipBody: body });
      return [status, data];
    };
    expect(await create(tuple('Nothing:x#members@ada'))).toEqual([404, unknownNamespace]);
    expect(await create(tuple('Group:x#members@Nothing:y#members'))).toEqual([404, unknownNamespace]);
    const message = 'subject is not allowed to be nil';
    expect(await create({ namespace: 'Group', object: 'x', relation: 'members' })).toEqual([
      400,
      { error: { code: 400, status: 'Bad Request', message } },
    ]);
    expect((await create({ namespace: 3 }))[0]).toBe(400);
  });
});

describe('a patch', () => {
  const patch = async (...changes: object[]) => {
    const { status, data } = await keto.tested().write.patchRelationships({ relationshipPatch: changes });
    return [status, data];
  };
  const eve = 'Group:staff#members@eve';

  test('inserts and deletes', async () => {
    const changes = [
      { action: 'insert', relation_tuple: tuple(eve) },
      { action: 'delete', relation_tuple: tuple(ada) },
      { action: 'delete', relation_tuple: tuple(guests) },
    ];
    expect(await patch(...changes)).toEqual([204, '']);
    expect(await list({ namespace: 'Group' })).toEqual(written(bob, eve));
  });

  test('deletes a tuple and all its copies, even one that it inserts itself', async () => {
    const relation = { relation_tuple: tuple(ada) };
    await patch({ action: 'delete', ...relation }, { action: 'insert', ...relation });
    expect(await list({ namespace: 'Group' })).toEqual(written(bob, guests));
  });

  test.each([
    ['an unknown namespace', 404, { action: 'insert', relation_tuple: tuple('Nothing:x#members@ada') }],
    ['an unknown action', 400, { action: 'replace', relation_tuple: tuple(ada) }],
    ['a missing tuple', 400, { action: 'insert' }],
    ['a missing subject', 400, { action: 'insert', relation_tuple: { namespace: 'Group' } }],
  ])('with %s changes nothing', async (_name, status, wrong) => {
    const answer = await patch({ action: 'insert', relation_tuple: tuple(eve) }, wrong);
    expect(answer[0]).toBe(status);
    expect(await list({ namespace: 'Group' })).toEqual(written(ada, bob, guests));
  });
});

describe('deleting', () => {
  const remove = async (query: object) => {
    const { status, data } = await keto.tested().write.deleteRelationships(query);
    return [status, data];
  };

  test('deletes all that match', async () => {
    expect(await remove({ namespace: 'Group', object: 'staff' })).toEqual([204, '']);
    expect(await list({ namespace: 'Group' })).toEqual(written(guests));
    expect(await remove({ namespace: 'Group', object: 'none' })).toEqual([204, '']);
  });

  test('requires an existing namespace', async () => {
    expect(await remove({ namespace: 'Nothing' })).toEqual([404, unknownNamespace]);
    expect(await remove({ object: 'staff' })).toMatchObject([
      400,
      { error: { reason: 'query parameters must specify at least one of the following: namespace' } },
    ]);
    expect(await list({ namespace: 'Group' })).toEqual(written(ada, bob, guests));
  });
});

test('the namespaces are those of the OPL file', async () => {
  const { data } = await keto.tested().read.listRelationshipNamespaces();
  expect(data.namespaces?.map(({ name }) => name).sort()).toEqual(['Folder', 'Group', 'User']);
});

test('each port reports its version, and that it is alive and ready', async () => {
  for (const url of keto.tested().urls) {
    const get = async (path: string) => (await fetch(url + path)).json() as Promise<unknown>;
    expect(await get('/version')).toEqual({ version: expect.any(String) });
    expect(await get('/health/alive')).toEqual({ status: 'ok' });
    expect(await get('/health/ready')).toEqual({ status: 'ok' });
  }
});
