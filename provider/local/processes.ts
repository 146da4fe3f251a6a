import type { ChildProcess } from 'node:child_process';

/** How long a process may take to end by itself, in milliseconds, before it is killed. */
const grace = 10_000;
const running = new Set<ChildProcess>();

process.once('exit', () => {
  for (const child of running) child.kill('SIGTERM');
});

/** Sees to it that a process does not outlive this one. @param child the process, just started */
export function endWithUs(child: ChildProcess): void {
  running.add(child);
  child.once('error', () => running.delete(child));
  child.once('exit', () => running.delete(child));
}

/** Ends a process and resolves when it is gone; at once when it already is. @param child the process */
export function endProcess(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) {
      resolve();
      return;
    }
    const killer = setTimeout(() => child.kill('SIGKILL'), grace);
    child.once('exit', () => {
      clearTimeout(killer);
      resolve();
    });
    child.kill('SIGTERM');
  });
}
