import { setTimeout as pause } from 'node:timers/promises';
import type { LocalKratos } from './startKratos.ts';

/** The delays before successive restarts, in milliseconds; after the last one it gives up. */
const restartDelays = [0, 500, 1_000, 2_000];

/** How long Kratos must have run for the count of successive exits to reset, in milliseconds. */
const stableAfter = 60_000;

/** Restarts Kratos until that succeeds. @returns how many times in a row it has exited by then */
async function startAgain(kratos: LocalKratos, reason: string, earlierExits: number): Promise<number> {
  const [wait] = restartDelays.slice(earlierExits);
  if (wait === undefined)
    throw new Error(
      `Kratos ended ${earlierExits + 1} times in a row (${reason}); ${kratos.logFile} tells why`,
    );
  console.error(`Kratos has ended (${reason}) and is started again; its log is ${kratos.logFile}`);
  await pause(wait);
  try {
    await kratos.restart();
    return earlierExits + 1;
  } catch (cause) {
    return startAgain(kratos, cause instanceof Error ? cause.message : String(cause), earlierExits + 1);
  }
}

/**
 * Restarts Kratos whenever it exits, and prints a line.
 *
 * @param kratos a running one
 * @throws Error in one line when it exits repeatedly
 */
export async function keepRunning(kratos: LocalKratos): Promise<never> {
  let exits = 0;
  for (;;) {
    const started = performance.now();
    const reason = await kratos.died();
    if (performance.now() - started > stableAfter) exits = 0;
    exits = await startAgain(kratos, reason, exits);
  }
}
