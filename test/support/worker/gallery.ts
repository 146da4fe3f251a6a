import { spawn } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { freePort } from '../../../provider/local/freePort.ts';
import { endOnExit, endProcess } from '../../../provider/local/processes.ts';
import { atEnd, endWithWorker } from './atEnd.ts';

const script = path.join(import.meta.dirname, '../../../scripts/gallery.ts');

/** Starts the gallery in a process of its own, and waits until it listens. @returns its URL */
async function startGallery(): Promise<string> {
  const port = await freePort();
  const child = spawn(process.execPath, [script], {
    stdio: ['ignore', 'pipe', 'inherit'],
    // React as it is deployed, which renders several times as fast as for development
    env: { ...process.env, NODE_ENV: 'production', NODE_OPTIONS: '', PORT: String(port) },
  });
  endOnExit(child);
  if (child.pid) endWithWorker(child.pid);
  atEnd(() => endProcess(child));
  // if the bundle is out of date, it is built first, which prints other lines
  for await (const line of createInterface(child.stdout)) if (line.startsWith('the gallery is at')) break;
  child.stdout.resume();
  return `http://localhost:${port}`;
}

let shared: Promise<string> | undefined;

/** The URL of this worker's gallery. */
export const sharedGallery = (): Promise<string> => (shared ??= startGallery());
