import { randomInt } from 'node:crypto';
import { portIsFree } from './portIsFree.mjs';

/** Below the ports that Linux gives to outgoing connections, which could take a port between choice and use. */
const range = [20_000, 32_768] as const;

/**
 * Finds a TCP port that nothing listens on.
 *
 * @param preferred taken when it is free
 * @throws Error when none is found
 */
export async function freePort(preferred = randomInt(...range)): Promise<number> {
  for (const port of [preferred, ...Array.from({ length: 100 }, () => randomInt(...range))])
    if (await portIsFree(port)) return port;
  throw new Error('this machine has no free TCP port');
}
