import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { identifiesApplication, receiverOf } from './identifiesApplication.ts';

const identifies = (...redirect_uris: string[]) => identifiesApplication({ redirect_uris });

test.each([
  'https://harbor.example/cb',
  'https://harbor.example:8443/cb?tenant=1',
  'https://10.0.0.7/cb',
  'https://[2001:db8::1]/cb',
  'https://127.0.0.1.harbor.example/cb',
  'https://notlocalhost/cb',
  'https://localhost.harbor.example/cb',
])('an https URL of a host that proves its name identifies the application: %s', (uri) => {
  expect(identifies(uri)).toBe(true);
});

test.each([
  ...['127.0.0.1', '127.8.9.10', '0x7f.1', '0177.0.0.1', '2130706433', '127.1', '127.0.0.1.', '0.0.0.0', '0'],
  ...['[::1]', '[0:0:0:0:0:0:0:1]', '[::]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[::ffff:0:0]'],
  ...[
    'localhost',
    'LOCALHOST',
    'localhost.',
    'app.localhost',
    'app.localhost.',
    'loc%61lhost',
    'ｌｏｃａｌｈｏｓｔ',
  ],
])('a URL on loopback does not identify it, whatever the scheme and port: %s', (host) => {
  for (const uri of [
    `http://${host}/cb`,
    `http://${host}:53682/cb`,
    `https://${host}/cb`,
    `https://x@${host}:8443/`,
  ])
    expect([uri, identifies(uri)]).toEqual([uri, false]);
});

test.each([
  'com.example.app:/cb',
  'app://harbor.example/cb',
  'http://harbor.example/cb',
  'urn:ietf:wg:oauth:2.0:oob',
  '',
  '/cb',
])('a custom scheme, plain http or an invalid URL does not identify it: %j', (uri) => {
  expect(identifies(uri)).toBe(false);
});

test('every redirect URI must identify it, including the requested one, and there must be one', () => {
  expect(identifies('https://harbor.example/cb', 'http://127.0.0.1/cb')).toBe(false);
  expect(identifies()).toBe(false);
  const client = { redirect_uris: ['https://harbor.example/cb'] };
  const requestOf = (...uris: string[]) =>
    `https://portal.example/oauth2/auth?${new URLSearchParams(uris.map((uri) => ['redirect_uri', uri]))}`;
  expect(identifiesApplication(client, requestOf())).toBe(true);
  expect(
    identifiesApplication(client, requestOf('https://harbor.example/cb', 'http://127.0.0.1:4455/cb')),
  ).toBe(false);
  expect(identifiesApplication(client, requestOf('app:/cb'))).toBe(false);
});

test('no address of 127.0.0.0/8 identifies it, however it is written', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0x7f000000, max: 0x7fffffff }),
      fc.integer({ min: 1, max: 65_535 }),
      (address, port) => {
        const [a, b, c, d] = [24, 16, 8, 0].map((bits) => (address >>> bits) & 255);
        const spellings = [
          `${a}.${b}.${c}.${d}`,
          String(address),
          `0x${address.toString(16)}`,
          `0${address.toString(8)}`,
          `${a}.${address & 0xffffff}`,
          `[::ffff:${a}.${b}.${c}.${d}]`,
        ];
        for (const host of spellings) expect(identifies(`https://${host}:${port}/cb`)).toBe(false);
      },
    ),
  );
});

test.each([
  [['https://lab.example/cb'], '', 'lab.example'],
  [
    ['https://lab.example:8443/cb', 'https://b.example/cb'],
    '?redirect_uri=https://b.example/cb',
    'b.example',
  ],
  [['http://127.0.0.1:4000/cb'], '', 'device'],
  [['com.lab.app:/cb'], '', 'device'],
  [['https://lab.example/cb', 'https://b.example/cb'], '', undefined],
  [[], '', undefined],
])('the answer of a client with %j to a request with %j goes to %j', (redirect_uris, query, receiver) => {
  expect(receiverOf({ redirect_uris }, `https://portal.example/oauth2/auth${query}`)).toBe(receiver);
});
