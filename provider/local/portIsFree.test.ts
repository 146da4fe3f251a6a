import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { expect, test } from '@jest/globals';
import { portProblem, portProblemInWords } from './portIsFree.mjs';
import { freePort } from './freePort.ts';

test('a free port is no problem', async () => {
  expect(await portProblem(await freePort(), '127.0.0.1')).toBeUndefined();
});

test('a port that somebody listens on is said to be taken', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  expect(await portProblem(port)).toMatch(`Port ${port} is taken.`);
  server.close();
});

test('an address of another machine is named, not the port', async () => {
  expect(await portProblem(await freePort(), '192.0.2.1')).toBe(
    'HOST is 192.0.2.1, which is no address of this machine',
  );
});

test('a port that only root may take is not said to be taken', () => {
  expect(portProblemInWords('EACCES', 80)).toBe(
    'Port 80 is not for this user to take. Choose one from 1024 on: PORT=3001 npm start',
  );
});

test('what else goes wrong is told by its code', () => {
  expect(portProblemInWords('EAFNOSUPPORT', 80, '::1')).toBe(
    'Port 80 cannot be listened on at ::1: EAFNOSUPPORT',
  );
});
