import net from 'node:net';
import { networkInterfaces } from 'node:os';
import { afterEach, expect, test } from '@jest/globals';
import { freePort } from '../../provider/local/freePort.ts';
import { startPortal, type RunningPortal } from '../support/portal.ts';

const portals: RunningPortal[] = [];

afterEach(async () => {
  await Promise.all(portals.splice(0).map((portal) => portal.stop()));
});

async function start(settings: Record<string, string>): Promise<string> {
  const PORT = String(await freePort());
  portals.push(await startPortal({ KRATOS_PUBLIC_URL: 'http://127.0.0.1:1', PORT, ...settings }));
  return PORT;
}

const accepts = (port: string, host: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = net.connect(Number(port), host, () => resolve(true)).on('error', () => resolve(false));
    socket.on('connect', () => socket.destroy());
  });

test('by default the portal listens on localhost only', async () => {
  const port = await start({});
  expect((await fetch(`http://localhost:${port}/health/alive`)).status).toBe(200);
  expect(await accepts(port, '127.0.0.1')).toBe(true);
  expect(await accepts(port, '127.0.0.2')).toBe(false);
  expect(await accepts(port, '::1')).toBe(false);
});

test('HOST=0.0.0.0 makes it listen on every address', async () => {
  const port = await start({ HOST: '0.0.0.0' });
  expect(await accepts(port, '127.0.0.2')).toBe(true);
});

const hasIpv6 = Object.values(networkInterfaces()).some((of) => of?.some(({ address }) => address === '::1'));

(hasIpv6 ? test : test.skip)('HOST may be an IPv6 address', async () => {
  const port = await start({ HOST: '[::1]' });
  expect((await fetch(`http://[::1]:${port}/health/alive`)).status).toBe(200);
  expect(await accepts(port, '127.0.0.1')).toBe(false);
});
