import { randomInt } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { portIsFree } from './portIsFree.mjs';

/** Below the ports that Linux gives to outgoing connections, which could take a port between choice and use. */
const range = [20_000, 32_768] as const;

/** How long a port is reserved for a server that starts, in milliseconds. */
const reservedMs = 60_000;

/**
 * Reserves a TCP port among all that call this on the machine: whoever holds the UDP port of its number has it.
 *
 * @returns whether nobody else has reserved it
 */
const reserve = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = createSocket('udp4');
    socket.once('error', () => resolve(false));
    socket.bind({ port, address: '127.0.0.1', exclusive: true }, () => {
      socket.unref();
      setTimeout(() => socket.close(), reservedMs).unref();
      resolve(true);
    });
  });

/**
 * Finds a TCP port that nothing listens on, and that no other call gets while its server starts.
 *
 * @param preferred taken when it is free
 * @throws Error when none is found
 */
export async function freePort(preferred = randomInt(...range)): Promise<number> {
  for (const port of [preferred, ...Array.from({ length: 100 }, () => randomInt(...range))])
    if ((await reserve(port)) && (await portIsFree(port))) return port;
  throw new Error('this machine has no free TCP port');
}
