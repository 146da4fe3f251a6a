import { readdirSync } from 'node:fs';
import { beforeAll, expect, test } from '@jest/globals';
import type { Express } from 'express';
import request from 'supertest';
import { appInProcess, browserHeaders, builtClient } from '../support/appInProcess.ts';

let portal: Express;
const [script] = readdirSync('dist/client/assets').filter((name) => name.endsWith('.js'));
const asset = `/assets/${script ?? ''}`;

beforeAll(() => {
  portal = appInProcess({ KRATOS_PUBLIC_URL: 'http://127.0.0.1:9' }, builtClient());
});

test('a complete asset is cacheable for a year', async () => {
  const { headers } = await request(portal).get(asset).expect(200);
  expect(headers['cache-control']).toBe('public,max-age=31536000,immutable');
  expect(headers).not.toHaveProperty('set-cookie');
});

test('an asset ignores Range and is sent whole', async () => {
  await request(portal).get(asset).set('Range', 'bytes=0-9').expect(200);
  await request(portal).get(asset).set('Range', 'bytes=999999999-').expect(200);
});

test.each([
  ['a missing asset', '/assets/nothing.js'],
  ['an asset whose path is malformed', '/assets/%ff'],
  ['an asset whose path is ambiguous', '/assets/..%2fmanifest.json'],
  ['the home page', '/'],
  ['a page whose provider is unreachable', '/login'],
  ['an admin call', '/admin/identities'],
  ['a session', '/sessions/whoami'],
  ['the API reference', '/docs/api'],
  ['its stylesheet', '/docs/api.css'],
  ['its script', '/docs/api.js'],
  ['a CSRF token', '/api/csrf'],
  ['the portal’s health', '/health/alive'],
  ['its readiness', '/health/ready'],
  ['a call whose provider is unreachable', '/schemas'],
  ['a call whose upstream is not configured', '/userinfo'],
  ['an unknown path', '/nowhere'],
  ['a path that is too long', `/${'x'.repeat(9000)}`],
])('%s is never stored, by browsers or other clients', async (_what, path) => {
  for (const headers of [{}, browserHeaders])
    expect((await request(portal).get(path).set(headers)).headers['cache-control']).toBe('no-store');
});

test('the answer to a post is never stored', async () => {
  for (const path of ['/logout', '/preferences', '/settings/sessions', asset.replace('.js', '.css')])
    expect((await request(portal).post(path)).headers['cache-control']).toBe('no-store');
});
