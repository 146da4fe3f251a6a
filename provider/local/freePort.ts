import { claimPort, portIsFree } from './portIsFree.mjs';

/**
 * A TCP port that nothing listens on.
 *
 * @param preferred taken when it is free
 * @throws Error when the machine has no port left
 */
export async function freePort(preferred?: number): Promise<number> {
  if (preferred && (await portIsFree(preferred))) return preferred;
  const port = await claimPort(0);
  if (!port) throw new Error('this machine has no free TCP port');
  return port;
}
