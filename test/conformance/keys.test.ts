import { expect, test } from '@jest/globals';
import { useOAuth2Server } from './support/oauth2Server.ts';

const server = useOAuth2Server();
const set = `conformance-${crypto.randomUUID()}`;

test('a key set can be created, read, extended and deleted', async () => {
  const { keys } = server;
  const made = await keys.createJsonWebKeySet({
    set,
    createJsonWebKeySet: { alg: 'ES256', use: 'sig', kid: 'first' },
  });
  expect(made.status).toBe(201);
  expect(made.data.keys).toEqual([
    expect.objectContaining({ kid: 'first', alg: 'ES256', use: 'sig', kty: 'EC' }),
  ]);
  const first = await keys.getJsonWebKey({ set, kid: 'first' });
  expect(first.data.keys).toHaveLength(1);
  const [key] = first.data.keys ?? [];
  if (!key) throw new Error('no key');
  const second = { ...key, kid: 'second' };
  expect((await keys.setJsonWebKey({ set, kid: 'second', jsonWebKey: second })).data.kid).toBe('second');
  const kids = async (): Promise<string[]> =>
    ((await keys.getJsonWebKeySet({ set })).data.keys ?? []).map(({ kid }) => kid).toSorted();
  expect(await kids()).toEqual(['first', 'second']);
  expect((await keys.deleteJsonWebKey({ set, kid: 'first' })).status).toBe(204);
  expect(await kids()).toEqual(['second']);
  await keys.setJsonWebKeySet({ set, jsonWebKeySet: { keys: [key] } });
  expect(await kids()).toContain('first');
  expect((await keys.deleteJsonWebKeySet({ set })).status).toBe(204);
  expect((await keys.getJsonWebKeySet({ set })).status).toBe(404);
});

test('unknown sets and keys are 404', async () => {
  expect((await server.keys.getJsonWebKeySet({ set: 'unknown' })).status).toBe(404);
  expect((await server.keys.getJsonWebKey({ set: 'unknown', kid: 'unknown' })).status).toBe(404);
});

test('ID tokens are signed with a key of hydra.openid.id-token, whose public key is published', async () => {
  const { data } = await server.keys.getJsonWebKeySet({ set: 'hydra.openid.id-token' });
  const published = await fetch(`${server.publicUrl}/.well-known/jwks.json`);
  const { keys } = (await published.json()) as { keys: Record<string, unknown>[] };
  expect(keys.map(({ kid }) => kid)).toContain(data.keys?.[0]?.kid);
  for (const key of keys) expect(key).not.toHaveProperty('d');
});
