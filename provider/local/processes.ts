import type { ChildProcess } from 'node:child_process';

/** How long a process may take to exit after SIGTERM before it is killed, in milliseconds. */
const grace = 10_000;
const running = new Set<ChildProcess>();

process.once('exit', () => {
  for (const child of running) child.kill('SIGTERM');
});

/** Ends a child process when this one exits. @param child the process, just started */
export function endOnExit(child: ChildProcess): void {
  running.add(child);
  child.once('error', () => running.delete(child));
  child.once('exit', () => running.delete(child));
}

/** Terminates a process; resolves once it has exited. @param child the process */
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
