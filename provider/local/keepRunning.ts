import { setTimeout as pause } from 'node:timers/promises';
import type { LocalKratos } from './startKratos.ts';

/** The delays before successive restarts, in milliseconds; after the last one it gives up. */
const waits = [0, 500, 1_000, 2_000];

/** How long Kratos must have run for the count of successive exits to reset, in milliseconds. */
const longEnough = 60_000;

/** Restarts Kratos until that succeeds. @returns how often it has exited in a row by then */
async function startAgain(kratos: LocalKratos, how: string, before: number): Promise<number> {
  const [wait] = waits.slice(before);
  if (wait === undefined)
    throw new Error(`Kratos ended ${before + 1} times in a row (${how}); ${kratos.logFile} tells why`);
  console.error(`Kratos has ended (${how}) and is started again; its log is ${kratos.logFile}`);
  await pause(wait);
  try {
    await kratos.restart();
    return before + 1;
  } catch (cause) {
    return startAgain(kratos, cause instanceof Error ? cause.message : String(cause), before + 1);
  }
}

/**
 * Restarts Kratos whenever it exits, and prints a line.
 *
 * @param kratos a running one
 * @throws Error in one line when it exits repeatedly
 */
export async function keepRunning(kratos: LocalKratos): Promise<never> {
  let inARow = 0;
  for (;;) {
    const started = performance.now();
    const how = await kratos.died();
    if (performance.now() - started > longEnough) inARow = 0;
    inARow = await startAgain(kratos, how, inARow);
  }
}
