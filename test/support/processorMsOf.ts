import { readFileSync } from 'node:fs';

/**
 * Returns how much processor time a process has used, in milliseconds; Linux only. Unlike the time on the clock, it does not
 * grow while other processes have the cores.
 *
 * @param pid the process' id
 */
export function processorMsOf(pid: number): number {
  // after the program's name, which may contain blanks: user and system time in hundredths of a second
  const [, fields = ''] = /\) (.*)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
  const [user, system] = fields.split(' ').slice(11, 13).map(Number);
  return ((user ?? 0) + (system ?? 0)) * 10;
}
