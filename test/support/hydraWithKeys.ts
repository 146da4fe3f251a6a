import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startHydra } from '../../provider/local/startHydra.ts';

const deadline = 120_000;
const pollInterval = 100;

/** Waits until Hydra has generated its keys, which it does when they are first asked for. It may hang up on the first calls. */
async function haveKeys(publicUrl: string): Promise<void> {
  const end = performance.now() + deadline;
  while (performance.now() < end) {
    const answer = await fetch(`${publicUrl}/.well-known/jwks.json`).catch(() => undefined);
    if (answer?.ok) return;
    await pause(pollInterval);
  }
  throw new Error('Hydra did not generate its keys');
}

/**
 * Has Hydra create an empty database and its keys, which takes it seconds. Each stack of a run with Hydra starts with a
 * copy.
 *
 * @param parent a directory to create them in
 * @returns the directory with the database and its secrets
 * @throws Error in one line when Hydra does not start
 */
export async function hydraWithKeys(parent: string): Promise<string> {
  const directory = path.join(parent, 'hydra-with-keys');
  const hydra = await startHydra({
    directory,
    portalUrl: 'http://localhost:1',
    kratosAdminUrl: 'http://localhost:1',
  });
  try {
    await haveKeys(hydra.publicUrl);
  } finally {
    await hydra.stop();
  }
  return directory;
}
