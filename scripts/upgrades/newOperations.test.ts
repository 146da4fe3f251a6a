import { expect, test } from '@jest/globals';
import { catalogue } from '../../server/operations/catalogue.ts';
import { newOperations } from './newOperations.ts';

type Description = Record<string, Record<string, object>>;

/** Every operation of the catalogue that Kratos describes, without parameters and bodies. */
const known = (): Description => {
  const paths: Description = {};
  for (const { api, upstream, path, method, operation } of catalogue)
    if (upstream.startsWith('kratos') && api !== 'browser')
      (paths[path] ??= {})[method.toLowerCase()] = { operationId: operation };
  return paths;
};

test('a release with the catalogue’s operations has nothing new, whatever it calls the parameters of paths', () => {
  const paths = known();
  const { [`/admin/identities/{id}`]: identity = {}, ...others } = paths;
  const renamed = { ...others, '/admin/identities/{identity}': identity };
  expect(newOperations({ paths })).toEqual({ news: [], missing: [] });
  expect(newOperations({ paths: renamed })).toEqual({ news: [], missing: [] });
});

test('an operation that the catalogue does not have is named', () => {
  const paths = { ...known(), '/admin/badges': { post: { operationId: 'createBadge' } } };
  expect(newOperations({ paths }).news).toEqual([
    'POST /admin/badges (createBadge) is not in the catalogue: the portal answers 404.',
  ]);
});

test('a missing operation is news only if the portal calls it itself', () => {
  const paths = known();
  delete paths['/sessions/whoami'];
  delete paths['/admin/courier/messages'];
  const { news, missing } = newOperations({ paths });
  expect(news).toEqual([expect.stringContaining('GET /sessions/whoami (toSession) is gone')]);
  expect(missing).toEqual(['listCourierMessages']);
});

test('parameters and fields without which Kratos now refuses a call are named', () => {
  const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });
  const body = (name: string) => ({
    requestBody: { content: { 'application/json': { schema: reference(name) } } },
  });
  const paths = known();
  paths['/admin/identities'] = {
    ...paths['/admin/identities'],
    get: {
      operationId: 'listIdentities',
      parameters: [
        { name: 'region', in: 'query', required: true },
        { name: 'per_page', in: 'query' },
      ],
    },
    post: { operationId: 'createIdentity', ...body('createIdentityBody') },
  };
  paths['/self-service/login'] = {
    ...paths['/self-service/login'],
    post: {
      operationId: 'updateLoginFlow',
      parameters: [{ name: 'flow', in: 'query', required: true }],
      ...body('updateLoginFlowBody'),
    },
  };
  const schemas = {
    createIdentityBody: { required: ['schema_id', 'traits', 'region'] },
    updateLoginFlowBody: { oneOf: [reference('withPassword'), reference('withSmell')] },
    withPassword: { required: ['method', 'password', 'identifier'] },
    withSmell: { required: ['method', 'smell'] },
  };
  const { news } = newOperations({ paths, components: { schemas } });
  expect(news.toSorted()).toEqual([
    expect.stringMatching(/^GET \/admin\/identities \(listIdentities\) requires the parameter region/),
    expect.stringMatching(/^POST \/admin\/identities \(createIdentity\) requires the field region/),
    expect.stringMatching(/^POST \/self-service\/login \(updateLoginFlow\) requires the field smell/),
  ]);
});
