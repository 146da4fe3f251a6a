import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { freePort } from '../../provider/local/freePort.ts';
import { onPath } from '../../provider/local/onPath.ts';
import { endOnExit } from '../../provider/local/processes.ts';
import { findOrInstall } from './findOrInstall.ts';
import { untilLogged } from './untilLogged.ts';

/** A Redis on loopback that keeps nothing on disk. */
export interface LocalRedis {
  url: string;
  /** Ends it as a crash would, if it runs; its content is lost. */
  kill: () => Promise<void>;
  /** Stops it from answering, while its connections stay open. */
  freeze: () => Promise<void>;
  /** Starts it again, at the same address. */
  restart: () => Promise<void>;
}

/** Starts a Redis. */
export async function startRedis(): Promise<LocalRedis> {
  const program = findOrInstall(() => onPath('redis-server'), 'redis-server', 'Redis');
  const port = await freePort();
  let server: ChildProcess;
  const restart = async (): Promise<void> => {
    const options = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
    const started = spawn(program, options, { stdio: ['ignore', 'pipe', 'ignore'] });
    endOnExit(started);
    server = started;
    await untilLogged(started, 'Redis', started.stdout, 'Ready to accept connections');
  };
  await restart();
  return {
    url: `redis://127.0.0.1:${port}`,
    kill: async () => {
      if (server.exitCode !== null || server.signalCode !== null) return;
      const gone = once(server, 'exit');
      server.kill('SIGKILL');
      await gone;
    },
    freeze: async () => {
      server.kill('SIGSTOP');
      await setImmediate();
    },
    restart,
  };
}
