import { constants } from 'node:os';

/** Ctrl-C arrives twice, from the terminal and from npm: within this time, in milliseconds, it counts once. */
const echoMs = 1000;

/**
 * Calls back at the first of some signals; a second one exits at once.
 *
 * @param exit ends the process by a second signal
 */
export function onStopSignal(
  signals: readonly NodeJS.Signals[],
  stop: (signal: NodeJS.Signals) => void,
  exit = (code: number): void => process.exit(code),
): void {
  let stoppingSince: number | undefined;
  for (const signal of signals)
    process.on(signal, () => {
      const now = performance.now();
      if (stoppingSince === undefined) {
        stoppingSince = now;
        stop(signal);
      } else if (now - stoppingSince > echoMs) exit(128 + constants.signals[signal]);
    });
}
