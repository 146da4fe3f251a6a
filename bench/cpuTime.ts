import { readFileSync } from 'node:fs';

/** Clock ticks per second (USER_HZ on Linux). */
const ticksPerSecond = 100;

function ownTicks(pid: number): number {
  // the name in parentheses may contain spaces: utime and stime are the 12th and 13th fields after it
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  return Number(fields[11]) + Number(fields[12]);
}

const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);

/**
 * The CPU time that a process and its children have used, in microseconds. Unlike requests per second it hardly
 * depends on the machine's other load.
 *
 * @param pid the process; Linux only
 */
export const cpuTime = (pid: number): number =>
  [pid, ...childrenOf(pid)].reduce((sum, one) => sum + ownTicks(one), 0) * (1_000_000 / ticksPerSecond);
