/**
 * Ends processes once the pipe on its standard input closes: jest kills a worker that has grown too large, which then cannot
 * end them itself. Each line of the input is a process id. Unlike `provider/local/watchdog.ts`, it did not start
 * these processes, so tests still signal the portal itself.
 */
import { createInterface } from 'node:readline';

const pids = new Set();
for await (const line of createInterface(process.stdin)) pids.add(Number(line));
for (const pid of pids)
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // it has ended already
  }
