import { describe, expect, test } from '@jest/globals';
import { clientOf } from './clientOf.ts';

const url = new URL('https://agent.example/oauth/client.json');
const allowed = {
  hosts: ['agent.example', 'app.agent.example'],
  scopes: ['openid', 'profile', 'readings'],
  resources: ['https://api.example'],
};
const document = {
  client_id: url.href,
  client_name: 'Heart Agent',
  redirect_uris: ['https://agent.example/callback'],
};
const read = (more: object) => clientOf(url, { ...document, ...more }, allowed);

test('a document makes a public client of the code flow, for the scopes and APIs that the operator allows', () => {
  expect(read({ scope: 'openid readings portal.admin', logo_uri: 'https://agent.example/logo' })).toEqual({
    client_id: url.href,
    client_name: 'Heart Agent',
    client_uri: 'https://agent.example',
    policy_uri: '',
    tos_uri: '',
    redirect_uris: ['https://agent.example/callback'],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    scope: 'openid readings',
    audience: ['https://api.example'],
    token_endpoint_auth_method: 'none',
    owner: 'client-metadata-document',
  });
});

test('without scopes of its own, it may ask for those that the operator allows', () => {
  expect(read({}).scope).toBe('openid profile readings');
});

test('one that asks for none of them is refused: Hydra would give it its default', () => {
  expect(() => read({ scope: 'portal.admin' })).toThrow('scope');
});

test('all its redirect URIs are kept', () => {
  const redirect_uris = Array.from({ length: 40 }, (_, at) => `https://agent.example/${at}`);
  expect(read({ redirect_uris }).redirect_uris).toEqual(redirect_uris);
});

test('its developer reads which field is wrong', () => {
  expect(() => read({ redirect_uris: 'https://agent.example/callback' })).toThrow('has a redirect_uris that');
  expect(() => read({ grant_types: null })).toThrow('has a grant_types that');
});

test('it cannot set what only operators set', () => {
  const given = { owner: 'us', skip_consent: true, audience: ['https://other.example'], metadata: {} };
  expect(read(given)).toEqual(read({}));
});

test('links lead to its own host alone', () => {
  const { client_uri, policy_uri, tos_uri } = read({
    client_uri: 'https://bank.example/',
    policy_uri: 'https://agent.example/privacy',
    tos_uri: 'javascript:alert(1)',
  });
  expect([client_uri, policy_uri, tos_uri]).toEqual([
    'https://agent.example',
    'https://agent.example/privacy',
    '',
  ]);
});

test('answers go to its own host, to a listed one, or to a program on the user’s device', () => {
  const usable = [
    'https://agent.example/callback?from=portal',
    'https://app.agent.example/callback',
    'http://127.0.0.1:3118/callback',
    'http://[::1]/callback',
    'http://localhost/callback',
  ];
  const others = [
    'https://evil.example/callback',
    'https://agent.example.evil.example/callback',
    'https://agent.example:8443/callback',
    'https://agent.example/callback#part',
    'https://user@agent.example/callback',
    'http://agent.example/callback',
    'agent://callback',
    'javascript:alert(1)',
    '/callback',
  ];
  expect(read({ redirect_uris: [...others, ...usable] }).redirect_uris).toEqual([
    ...usable.slice(0, -1),
    // Hydra answers at any port of an address, but not of a name
    'http://127.0.0.2/callback',
  ]);
  expect(() => read({ redirect_uris: others })).toThrow('redirect_uri');
});

test('with any host accepted, answers still go to the document’s own', () => {
  const given = { ...document, redirect_uris: ['https://evil.example/callback'] };
  expect(() => clientOf(url, given, { ...allowed, hosts: ['any'] })).toThrow('redirect_uri');
});

describe('is refused', () => {
  test.each<[string, object]>([
    ['another id', { client_id: 'https://agent.example/other' }],
    ['an id that is no text', { client_id: 1 }],
    ['a secret', { client_secret: 'x' }],
    ['a secret that never expires', { client_secret_expires_at: 0 }],
    ['authentication with a secret', { token_endpoint_auth_method: 'client_secret_basic' }],
    ['authentication with a key', { token_endpoint_auth_method: 'private_key_jwt' }],
    ['another grant', { grant_types: ['client_credentials'] }],
    ['another response type', { response_types: ['token'] }],
    ['no redirect URI', { redirect_uris: [] }],
    ['one that is no list', { redirect_uris: 'https://agent.example/callback' }],
    ['a very long name', { client_name: 'a'.repeat(201) }],
  ])('%s', (_what, more) => {
    expect(() => read(more)).toThrow();
  });

  test.each([[[]], ['text'], [null], [undefined]])('%j in place of a document', (json) => {
    expect(() => clientOf(url, json, allowed)).toThrow('metadata');
  });
});
