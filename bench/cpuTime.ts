import { readdirSync, readFileSync } from 'node:fs';

/** Reads the run time of a thread, in nanoseconds; 0 if it has ended. */
function runTime(thread: string): number {
  try {
    return Number(readFileSync(`${thread}/schedstat`, 'utf8').split(' ', 1)[0]);
  } catch {
    return 0;
  }
}

/**
 * Returns the processor time that a process has used, in microseconds; Linux only. Unlike requests per second it hardly depends
 * on the machine's other load, and it is finer than the ticks of `/proc/…/stat`.
 */
export const cpuTime = (pid: number): number =>
  readdirSync(`/proc/${pid}/task`).reduce(
    (sum, thread) => sum + runTime(`/proc/${pid}/task/${thread}`) / 1000,
    0,
  );
