import { readdirSync, readFileSync } from 'node:fs';

const nanosecondsPerMicrosecond = 1000;

/** The CPU time of a process' threads, in nanoseconds: finer than the ticks of `/proc/…/stat`. */
const ownTime = (pid: number): number =>
  readdirSync(`/proc/${pid}/task`)
    .map((thread) => readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8'))
    .reduce((sum, times) => sum + Number(times.split(' ', 1)[0]), 0);

const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);

/**
 * The CPU time that a process and its children have used, in microseconds. Unlike requests per second it hardly
 * depends on the machine's other load.
 *
 * @param pid the process; Linux only
 */
export const cpuTime = (pid: number): number =>
  [pid, ...childrenOf(pid)].reduce((sum, one) => sum + ownTime(one), 0) / nanosecondsPerMicrosecond;
