import { setTimeout as pause } from 'node:timers/promises';
import type { LocalServer } from './startServer.ts';

/** The delays before successive restarts, in milliseconds; after the last one it gives up. */
const restartDelays = [0, 500, 1_000, 2_000];

/** How long a server must run to reset the count of successive exits, in milliseconds. */
const stableAfter = 60_000;

/** Restarts a server until that succeeds. @returns how many times in a row it has exited by then */
async function startAgain(server: LocalServer, reason: string, earlierExits: number): Promise<number> {
  const [wait] = restartDelays.slice(earlierExits);
  if (wait === undefined)
    throw new Error(
      `${server.title} exited ${earlierExits + 1} times in a row (${reason}); see ${server.logFile}`,
    );
  console.error(`${server.title} has exited (${reason}) and is being restarted; see ${server.logFile}`);
  await pause(wait);
  try {
    await server.restart();
    return earlierExits + 1;
  } catch (cause) {
    return startAgain(server, cause instanceof Error ? cause.message : String(cause), earlierExits + 1);
  }
}

/**
 * Restarts a server whenever it exits, and prints a line.
 *
 * @param server a running one
 * @throws Error in one line when it exits repeatedly
 */
export async function keepRunning(server: LocalServer): Promise<never> {
  let exits = 0;
  for (;;) {
    const started = performance.now();
    const reason = await server.died();
    if (performance.now() - started > stableAfter) exits = 0;
    exits = await startAgain(server, reason, exits);
  }
}
