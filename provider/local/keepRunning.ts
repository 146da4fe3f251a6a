import { setTimeout as pause } from 'node:timers/promises';
import type { LocalServer } from './startServer.ts';

/** The delays before successive restarts, in milliseconds; after the last one it gives up. */
const restartDelays = [0, 500, 1_000, 2_000];

/** How long a server must run to reset the count of successive exits, in milliseconds. */
const stableAfter = 60_000;

/**
 * Restarts a server whenever it exits, and prints a line.
 *
 * @throws Error in one line when it exits repeatedly
 */
export async function keepRunning(server: LocalServer): Promise<never> {
  const { title, logFile } = server;
  let exits = 0;
  let reason: string | undefined;
  for (;;) {
    const started = performance.now();
    reason ??= await server.died();
    if (performance.now() - started > stableAfter) exits = 0;
    const wait = restartDelays[exits];
    exits += 1;
    if (wait === undefined)
      throw new Error(`${title} exited ${exits} times in a row (${reason}); see ${logFile}`);
    console.error(`${title} has exited (${reason}) and is being restarted; see ${logFile}`);
    await pause(wait);
    reason = await server.restart().then(
      () => undefined,
      (cause: unknown) => (cause instanceof Error ? cause.message : String(cause)),
    );
  }
}
