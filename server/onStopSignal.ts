import { constants } from 'node:os';

/** Ctrl-C arrives twice, from the terminal and from npm: within this time, in milliseconds, it counts once. */
const echoMs = 1000;

/** Calls back at the first signal to stop; a second one exits at once. */
export function onStopSignal(stop: (signal: NodeJS.Signals) => void): void {
  let stoppingSince: number | undefined;
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
    process.on(signal, () => {
      const now = performance.now();
      if (stoppingSince === undefined) {
        stoppingSince = now;
        stop(signal);
      } else if (now - stoppingSince > echoMs) process.exit(128 + constants.signals[signal]);
    });
}
