import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { registerDemo } from './demoClient.ts';

interface Client {
  client_id: string;
}

const clients = new Map<string, Client>();
let refuses: boolean;
let server: Server;
let adminUrl: string;

beforeEach(async () => {
  clients.clear();
  refuses = false;
  server = createServer(async (request, response) => {
    const client = (await json(request)) as Client;
    const isKnown = clients.has(client.client_id);
    if (refuses) return response.writeHead(400).end('{\n"error": "no clients today"\n}');
    if (request.method === 'PUT' && !isKnown) return response.writeHead(404).end();
    clients.set(client.client_id, client);
    return response.writeHead(isKnown ? 200 : 201).end();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  adminUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => {
  server.close();
});

test('the demo application is registered once, without a secret, and its redirect URI is updated', async () => {
  await registerDemo(adminUrl, 'http://127.0.0.1:1');
  await registerDemo(adminUrl, 'http://127.0.0.1:2');
  expect([...clients.keys()]).toEqual(['harbor-clinic']);
  expect(clients.get('harbor-clinic')).toMatchObject({
    redirect_uris: ['http://127.0.0.1:2/callback'],
    token_endpoint_auth_method: 'none',
  });
});

test('a refusal is reported in one line with Hydra’s answer', async () => {
  refuses = true;
  await expect(registerDemo(adminUrl, 'http://127.0.0.1:1')).rejects.toThrow(
    'Hydra refused the demo application: 400 { "error": "no clients today" }',
  );
});
