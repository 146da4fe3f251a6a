import { readdirSync, readFileSync } from 'node:fs';

/** Reads the run time of a thread, in nanoseconds; 0 if it has ended. */
function runTime(thread: string): number {
  try {
    return Number(readFileSync(`${thread}/schedstat`, 'utf8').split(' ', 1)[0]);
  } catch {
    return 0;
  }
}

/** Returns a process' processor time, in microseconds (Linux): it hardly depends on the machine's other load. */
export const cpuTime = (pid: number): number =>
  readdirSync(`/proc/${pid}/task`).reduce(
    (sum, thread) => sum + runTime(`/proc/${pid}/task/${thread}`) / 1000,
    0,
  );
