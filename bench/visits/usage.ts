import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { residentBytesOf } from '../../test/support/residentBytesOf.ts';

/** The kernel's unit of processor time, in seconds: USER_HZ, 100 a second on every Linux. */
const tick = 0.01;

/** Reads a file of a process; empty if the process has ended. */
function readProcess(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}

const childrenOf = (pid: number): number[] =>
  readProcess(pid, `task/${pid}/children`).split(' ').filter(Boolean).map(Number);

const descendantsOf = (pid: number): number[] =>
  childrenOf(pid).flatMap((child) => [child, ...descendantsOf(child)]);

/** Finds the processes of a program that this process has started, also through others; Linux only. */
export const pidsOf = (program: string): number[] =>
  descendantsOf(process.pid).filter((pid) => readProcess(pid, 'comm').trim() === program);

/**
 * The processor time that processes have used, with that of the children that have ended, in seconds: utime, stime, cutime
 * and cstime of `/proc/PID/stat`.
 */
export const processorTime = (pids: readonly number[]): number =>
  pids
    .map((pid) => readProcess(pid, 'stat'))
    .flatMap((stat) =>
      stat
        .slice(stat.lastIndexOf(')') + 2)
        .split(' ')
        .slice(11, 15),
    )
    .reduce((sum, ticks) => sum + Number(ticks) * tick, 0);

/** The resident memory of processes, in MB. */
export const residentMegabytes = (pids: readonly number[]): number =>
  Math.round(pids.reduce((sum, pid) => sum + residentBytesOf(pid), 0) / 1_000_000);

/** Counts a process' open sockets. */
export function socketsOf(pid: number): number {
  const directory = `/proc/${pid}/fd`;
  return readdirSync(directory).filter((descriptor) => {
    try {
      return readlinkSync(`${directory}/${descriptor}`).startsWith('socket:');
    } catch {
      // closed since it was listed
      return false;
    }
  }).length;
}
