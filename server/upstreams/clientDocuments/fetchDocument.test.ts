import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import tls from 'node:tls';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { selfSigned } from '../../../provider/passwords/certificate.ts';
import { documentUrl, isAllowedHost } from './documentUrl.ts';
import { documentFetcher, DocumentRefused, freshness } from './fetchDocument.ts';
import { publicAddresses } from './publicAddresses.ts';

const inside = documentFetcher(['127.0.0.0/8', '::1/128']);
const outside = documentFetcher([]);
const json = { 'Content-Type': 'application/json' };
let server: Server;
let origin: string;
let requests = 0;

beforeAll(async () => {
  const { key, cert } = await selfSigned('localhost');
  tls.setDefaultCACertificates([cert]);
  server = createServer({ key, cert }, ({ url }, response) => {
    requests += 1;
    const [status, headers, body] = answers[url ?? ''] ?? [404, json, '{}'];
    response.writeHead(status, headers);
    if (url === '/slow') response.write(body);
    else response.end(body);
  });
  await new Promise<void>((resolve) => void server.listen(0, 'localhost', resolve));
  origin = `https://localhost:${(server.address() as AddressInfo).port}`;
});

afterAll(() => {
  inside.close();
  outside.close();
  server.closeAllConnections();
  server.close();
});

const answers: Record<string, [number, Record<string, string>, string | Buffer]> = {
  '/client': [200, { ...json, 'Cache-Control': 'max-age=600' }, '{"client_id":"x"}'],
  '/plus': [200, { 'Content-Type': 'application/oauth-client+json' }, '{"client_id":"x"}'],
  '/moved': [302, { Location: '/client' }, ''],
  '/inwards': [307, { Location: 'http://169.254.169.254/latest/meta-data/' }, ''],
  '/page': [200, { 'Content-Type': 'text/html' }, '{"client_id":"x"}'],
  '/none': [204, json, ''],
  '/huge': [200, json, `{"a":"${'a'.repeat(11_000)}"}`],
  '/gzip': [200, { ...json, 'Content-Encoding': 'gzip' }, gzipSync('a'.repeat(10_000_000))],
  '/brotli': [200, { ...json, 'Content-Encoding': 'br' }, brotliCompressSync('{"client_id":"x"}')],
  '/headers': [200, { ...json, 'X-Long': 'a'.repeat(12_000) }, '{}'],
  '/slow': [200, json, '{'],
};

const at = (path: string): URL => new URL(path, origin);

describe('a client id that is no plain https URL of a document is refused', () => {
  test.each([
    'http://agent.example/client',
    'https://agent.example',
    'https://agent.example/',
    'https://agent.example/client#part',
    'https://agent.example/client?a=b',
    'https://agent.example/client?',
    'https://user@agent.example/client',
    'https://user:secret@agent.example/client',
    'https://agent.example/a/../client',
    'https://agent.example/./client',
    'https://agent.example/%2e%2e/client',
    'https://AGENT.example/client',
    'HTTPS://agent.example/client',
    'https:agent.example/client',
    'https:\\\\agent.example/client',
    'https://agent.example:443/client',
    'https://münchen.example/client',
    ' https://agent.example/client',
    'https://agent.example/cli\tent',
    'https://127.0.0.1/client',
    'https://2130706433/client',
    'https://0x7f.1/client',
    'https://0177.0.0.1/client',
    'https://10.0.0.1:8443/client',
    'https://169.254.169.254/client',
    'https://8.8.8.8/client',
    'https://[::1]/client',
    'https://[::ffff:10.0.0.1]/client',
    'https://[fd00::1]/client',
    `https://agent.example/${'a'.repeat(250)}`,
    'file:///etc/passwd',
    'https://',
  ])('%s', (id) => {
    expect(documentUrl(id)).toBeUndefined();
  });

  test('one with a port and a path is accepted', () => {
    expect(documentUrl('https://agent.example:8443/oauth/client.json')?.host).toBe('agent.example:8443');
  });
});

test('documents are accepted from listed hosts alone, with their ports, or from any', () => {
  const url = new URL('https://agent.example:8443/client');
  expect(isAllowedHost(url, ['agent.example:8443'])).toBe(true);
  expect(isAllowedHost(url, ['any'])).toBe(true);
  for (const others of [[], ['agent.example'], ['example:8443'], ['gent.example:8443']])
    expect(isAllowedHost(url, others)).toBe(false);
});

test('a document is fetched, with how long it may be used', async () => {
  await expect(inside.fetch(at('/client'))).resolves.toEqual({
    json: { client_id: 'x' },
    freshMs: 600_000,
  });
  await expect(inside.fetch(at('/plus'))).resolves.toMatchObject({ json: { client_id: 'x' } });
});

test('a name that means an address inside is not connected to', async () => {
  const before = requests;
  await expect(outside.fetch(at('/client'))).rejects.toThrow(DocumentRefused);
  expect(requests).toBe(before);
});

describe('is refused, without following or decoding anything:', () => {
  test.each(Object.keys(answers).filter((path) => !['/client', '/plus'].includes(path)))(
    '%s',
    async (path) => {
      const before = requests;
      await expect(inside.fetch(at(path))).rejects.toThrow(DocumentRefused);
      expect(requests).toBe(before + 1);
    },
  );

  test('a server whose certificate is another name’s', async () => {
    const url = new URL(origin);
    url.hostname = 'localhost.localdomain';
    await expect(inside.fetch(url)).rejects.toThrow(DocumentRefused);
  });
});

describe('names are looked up for public addresses only', () => {
  const found = (host: string, networks: string[] = []) =>
    new Promise((resolve) => {
      publicAddresses(networks)(host, { all: true }, (error, addresses) =>
        resolve(error ? error.code : addresses),
      );
    });

  test.each([
    '127.0.0.1',
    '0.0.0.0',
    '10.1.2.3',
    '172.16.0.1',
    '192.168.1.1',
    '100.64.0.1',
    '169.254.169.254',
    '192.0.0.8',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::1',
    '::',
    '::ffff:192.168.1.1',
    '64:ff9b::a00:1',
    '2002:a00:1::',
    '2001::1',
    'fc00::1',
    'fe80::1',
    'fec0::1',
    'ff02::1',
  ])('not for %s', async (address) => {
    await expect(found(address)).resolves.toBe('ENOTPUBLIC');
  });

  test('for a public one, and for one that the operator lists', async () => {
    await expect(found('1.1.1.1')).resolves.toEqual([{ address: '1.1.1.1', family: 4 }]);
    await expect(found('10.1.2.3', ['10.0.0.0/8'])).resolves.toEqual([{ address: '10.1.2.3', family: 4 }]);
    await expect(found('::ffff:10.1.2.3', ['10.0.0.0/8'])).resolves.toHaveLength(1);
    await expect(found('fd00::1', ['10.0.0.0/8'])).resolves.toBe('ENOTPUBLIC');
  });
});

test('a document is used for as long as its headers say, between five minutes and a day', () => {
  const minute = 60_000;
  expect(freshness()).toBe(60 * minute);
  expect(freshness('public, max-age=7200')).toBe(120 * minute);
  expect(freshness('max-age=7200', '3600')).toBe(60 * minute);
  expect(freshness('max-age=7200', 'x')).toBe(120 * minute);
  expect(freshness('max-age=1')).toBe(5 * minute);
  expect(freshness('no-store, max-age=7200')).toBe(5 * minute);
  expect(freshness('max-age=99999999')).toBe(24 * 60 * minute);
});
