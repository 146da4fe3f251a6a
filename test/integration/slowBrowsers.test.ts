import { once } from 'node:events';
import net from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startPortal, type RunningPortal } from '../support/portal.ts';

let portal: RunningPortal;
let port: number;

beforeAll(async () => {
  portal = await startPortal({ KRATOS_PUBLIC_URL: 'http://127.0.0.1:1', CONNECTIONS_PER_ADDRESS: '20' });
  port = Number(new URL(portal.url).port);
});
afterAll(() => portal.stop());

const connect = (localAddress: string, text: string): net.Socket => {
  const socket = net.connect({ port, host: '127.0.0.1', localAddress });
  socket.on('error', () => undefined).resume();
  socket.write(text);
  return socket;
};

const ask = (localAddress: string): Promise<string> =>
  new Promise((resolve) => {
    const socket = connect(
      localAddress,
      'GET /health/alive HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
    );
    socket.once('data', (bytes) => resolve(bytes.toString().slice(0, 12)));
    socket.once('close', () => resolve('cut'));
  });

test('many unfinished requests from one address are ended and do not block other clients', async () => {
  const slow = Array.from({ length: 20 }, () => connect('127.0.0.2', 'GET / HTTP/1.1\r\nHost: a\r\n'));
  // a write may fail just before; `once` of node:events would reject then
  const ended = Promise.all(slow.map((socket) => new Promise((resolve) => socket.once('close', resolve))));
  const drops = setInterval(
    () => slow.forEach((socket) => socket.writable && socket.write('X: a\r\n')),
    1000,
  );
  await Promise.all(slow.map(async (socket) => socket.connecting && once(socket, 'connect')));
  expect(await ask('127.0.0.2')).toBe('cut');
  expect(await ask('127.0.0.1')).toBe('HTTP/1.1 200');
  await portal.logged(/CONNECTIONS_PER_ADDRESS/);
  await ended;
  clearInterval(drops);
  // the portal notices a closed connection a moment later than the client
  let answered = 'cut';
  while (answered === 'cut') answered = await ask('127.0.0.2');
  expect(answered).toBe('HTTP/1.1 200');
});
