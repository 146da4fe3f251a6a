import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startOAuth2Stack, type OAuth2Stack } from '../support/oauth2Stack.ts';

let stack: OAuth2Stack;

beforeAll(async () => {
  stack = await startOAuth2Stack({
    portal: { RATE_LIMIT: 'on', TRUST_PROXY: 'loopback' },
  });
}, 240_000);

afterAll(() => stack.stop());

interface Client {
  client_id: string;
  client_secret: string;
}

/** Registers a client with a secret. */
async function register(more: object): Promise<Client> {
  const answer = await fetch(`${stack.hydraAdminUrl}/admin/clients`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ grant_types: ['client_credentials'], scope: 'read', ...more }),
  });
  return (await answer.json()) as Client;
}

/** Calls an endpoint as a client, from an IP address. */
const call = (path: string, address: string, { client_id: id }: Client, secret: string, form: object) =>
  fetch(stack.url + path, {
    method: 'POST',
    headers: {
      Authorization: `Basic ${Buffer.from(`${id}:${encodeURIComponent(secret)}`).toString('base64')}`,
      'X-Forwarded-For': address,
    },
    body: new URLSearchParams({ ...form }),
  });

const grant = { grant_type: 'client_credentials' };

test('wrong secrets lock a client out only at the guesser’s IP address, and right ones do not count', async () => {
  const client = await register({});
  const other = await register({});
  const at = (address: string, secret: string, of = client) =>
    call('/oauth2/token', address, of, secret, grant);
  for (let count = 0; count < 15; count += 1)
    expect((await at('192.0.2.1', client.client_secret)).status).toBe(200);
  for (let count = 0; count < 10; count += 1) expect((await at('192.0.2.1', `x${count}`)).status).toBe(401);
  const refused = await at('192.0.2.1', 'x');
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(600);
  expect(await refused.json()).toMatchObject({ error: 'temporarily_unavailable' });
  expect((await call('/oauth2/revoke', '192.0.2.1', client, 'x', { token: 'a' })).status).toBe(429);
  expect((await at('192.0.2.2', client.client_secret)).status).toBe(200);
  expect((await at('192.0.2.1', other.client_secret, other)).status).toBe(200);
});
