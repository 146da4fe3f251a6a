import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { expect, test } from '@jest/globals';
import { portProblem, portProblemInWords } from './portIsFree.mjs';
import { freePort } from './freePort.ts';

test('accepts a free port', async () => {
  expect(await portProblem(await freePort(), '127.0.0.1')).toBeUndefined();
});

test('reports a port in use', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  expect(await portProblem(port)).toMatch(`Port ${port} is taken.`);
  server.close();
});

test('names the address, not the port, when it is not this machine’s', async () => {
  expect(await portProblem(await freePort(), '192.0.2.1')).toBe(
    'HOST is 192.0.2.1, which is not an address of this machine',
  );
});

test('reports a privileged port as not allowed, not as taken', () => {
  expect(portProblemInWords('EACCES', 80)).toBe(
    'Port 80 requires privileges that this user lacks. Choose one from 1024 on: PORT=3001 npm start',
  );
});

test('reports other errors with their code', () => {
  expect(portProblemInWords('EAFNOSUPPORT', 80, '::1')).toBe(
    'Port 80 cannot be listened on at ::1: EAFNOSUPPORT',
  );
});
