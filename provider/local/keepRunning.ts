import { setTimeout as pause } from 'node:timers/promises';
import type { LocalKratos } from './startKratos.ts';

/** How long each restart in a row waits, in milliseconds; after the last one there is no more. */
const waits = [0, 500, 1_000, 2_000];

/** How long Kratos must have run, in milliseconds, for its end not to count as one in a row. */
const longEnough = 60_000;

/** Starts Kratos until that succeeds. @returns how often it has ended in a row by then */
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
 * Starts Kratos again whenever it ends, and says so.
 *
 * @param kratos a running one
 * @throws Error in one line when it ends again and again
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
