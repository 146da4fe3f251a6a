import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

const boot = '/proc/sys/kernel/random/boot_id';

/** Linux: clock ticks since boot, from proc(5), which also shows whether a process is a zombie. */
function fromProc(pid: number): string | undefined {
  try {
    const [state = '', ...rest] = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return 'ZX'.includes(state) ? undefined : `${readFileSync(boot, 'utf8').trim()} ${rest[18] ?? ''}`;
  } catch {
    return undefined;
  }
}

/** Elsewhere: the date and time, from ps. */
function fromPs(pid: number): string | undefined {
  const { status, stdout } = spawnSync('ps', ['-o', 'stat=,lstart=', '-p', String(pid)], {
    encoding: 'utf8',
    env: { ...process.env, LC_ALL: 'C' },
  });
  const [state = '', ...start] = status === 0 ? stdout.trim().split(/\s+/) : [];
  return start.length === 0 || state.startsWith('Z') ? undefined : start.join(' ');
}

/** Returns when a process started, in an opaque form: with its pid it tells it from later ones. Undefined if none runs. */
export const processStart = (pid: number): string | undefined =>
  existsSync(boot) ? fromProc(pid) : fromPs(pid);
