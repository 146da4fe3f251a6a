import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { createServer, get } from 'node:https';
import type { AddressInfo } from 'node:net';
import { expect, test } from '@jest/globals';
import { selfSigned } from './certificate.ts';

test.each([
  ['passwords', 'DNS:passwords'],
  ['127.0.0.1', 'IP Address:127.0.0.1'],
])(
  'the certificate for %s is self-signed, names its host, and is not an authority',
  async (name, subject) => {
    const { cert } = await selfSigned(name);
    const read = new X509Certificate(cert);
    expect(read.verify(read.publicKey)).toBe(true);
    expect(read.ca).toBe(false);
    expect(read.subjectAltName).toBe(subject);
    expect(read.keyUsage).toEqual(['1.3.6.1.5.5.7.3.1']);
    expect(read.validFromDate.getTime()).toBeLessThanOrEqual(Date.now());
    expect(read.validToDate.getUTCFullYear()).toBe(read.validFromDate.getUTCFullYear() + 10);
  },
);

test('each certificate has its own key and serial number', async () => {
  const [one, other] = [await selfSigned('a.test'), await selfSigned('a.test')];
  expect(one.key).not.toBe(other.key);
  expect(new X509Certificate(one.cert).serialNumber).not.toBe(new X509Certificate(other.cert).serialNumber);
});

test.each([
  ['its certificate is trusted', 'passwords', true, undefined],
  ['its name is another', 'elsewhere', true, 'ERR_TLS_CERT_ALTNAME_INVALID'],
  ['another certificate is trusted', 'passwords', false, 'DEPTH_ZERO_SELF_SIGNED_CERT'],
])('when %s (%s, %s), a client’s connection error is %s', async (_where, servername, isTrusted, code) => {
  const keys = await selfSigned('passwords');
  const server = createServer(keys, (_request, response) => response.end());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const ca = isTrusted ? keys.cert : (await selfSigned('passwords')).cert;
  const failure = await new Promise((resolve) => {
    get({ host: '127.0.0.1', port, servername, ca, agent: false }, () => resolve(undefined)).on(
      'error',
      (cause: NodeJS.ErrnoException) => resolve(cause.code),
    );
  });
  expect(failure).toBe(code);
  server.closeAllConnections();
  server.close();
});
