import { spawn, type ChildProcess } from 'node:child_process';
import { freePort } from '../provider/local/freePort.ts';
import { endProcess, endOnExit } from '../provider/local/processes.ts';

const pollInterval = 25;
const children: ChildProcess[] = [];

/** A server to measure. */
export interface Server {
  name: string;
  url: string;
  pid: number;
}

export interface ServerStart {
  name: string;
  command: string;
  /** The arguments for the port to listen on. */
  args: (port: number) => string[] | Promise<string[]>;
  environment?: Record<string, string>;
  /** Its working directory; this process' own by default. */
  directory?: string;
  /** A path that it answers once it is ready. */
  probe: string;
}

/**
 * Starts a server in its own process, with PORT in its environment, and waits until it answers.
 *
 * @throws Error if it ends before
 */
export async function startServer({
  name,
  command,
  args,
  environment,
  directory,
  probe,
}: ServerStart): Promise<Server> {
  const port = await freePort();
  const child = spawn(command, await args(port), {
    env: { PATH: process.env.PATH, NODE_ENV: 'production', PORT: String(port), ...environment },
    cwd: directory,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  child.on('error', () => undefined);
  children.push(child);
  endOnExit(child);
  const url = `http://127.0.0.1:${port}`;
  while (!(await fetch(url + probe).catch(() => undefined))) {
    if (child.pid === undefined || child.exitCode !== null) throw new Error(`${command} does not start`);
    await new Promise((resolve) => setTimeout(resolve, pollInterval));
  }
  return { name, url, pid: child.pid ?? 0 };
}

/** Stops all servers that have been started. */
export async function stopServers(): Promise<void> {
  for (const child of children.splice(0)) await endProcess(child);
}
