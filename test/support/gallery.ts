import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { freePort } from '../../provider/local/freePort.ts';
import { endOnExit, endProcess } from '../../provider/local/processes.ts';

const script = path.join(import.meta.dirname, '../../scripts/gallery.ts');

export interface RunningGallery {
  url: string;
  stop: () => Promise<void>;
}

/** Starts the gallery in a process of its own, and waits until it listens. */
export async function startGallery(): Promise<RunningGallery> {
  const port = await freePort();
  const child = spawn(process.execPath, [script], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NODE_OPTIONS: '', PORT: String(port) },
  });
  endOnExit(child);
  await once(createInterface(child.stdout), 'line');
  return { url: `http://localhost:${port}`, stop: () => endProcess(child) };
}
