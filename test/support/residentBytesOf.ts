import { readFileSync } from 'node:fs';

/** Returns the resident memory of a process, in bytes; Linux only. @param pid the process' id */
export const residentBytesOf = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024;
