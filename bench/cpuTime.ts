import { readFileSync } from 'node:fs';

/** Clock ticks a second, as Linux tells them to programs. */
const ticksPerSecond = 100;

function ownTicks(pid: number): number {
  // the name, in parentheses, may hold spaces: user and system time are the 12th and 13th fields after it
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  return Number(fields[11]) + Number(fields[12]);
}

const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);

/**
 * The processor time that a process and its children have used, in microseconds. Unlike requests per second it hardly
 * depends on what else the machine is doing.
 *
 * @param pid the process; Linux only
 */
export const cpuTime = (pid: number): number =>
  [pid, ...childrenOf(pid)].reduce((sum, one) => sum + ownTicks(one), 0) * (1_000_000 / ticksPerSecond);
