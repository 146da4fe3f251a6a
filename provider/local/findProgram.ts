import { canGetImage, containerProgram, dockerAnswers } from './containerProgram.ts';
import { onPath } from './onPath.ts';
import { binaryProgram, type ServerProgram } from './serverProgram.ts';

/**
 * Finds a real Hydra or Keto that can run: on PATH, otherwise the official image in Docker.
 *
 * @param server as in `hydra`
 * @returns undefined when there is neither, or when Docker has no image and cannot get it
 */
export async function findProgram(server: 'hydra' | 'keto'): Promise<ServerProgram | undefined> {
  const installed = onPath(server);
  if (installed) return binaryProgram(server, installed);
  if (!dockerAnswers() || !canGetImage(server)) return undefined;
  const container = containerProgram(server);
  try {
    await container.prepare?.();
    return container;
  } catch (cause) {
    console.error(`${cause instanceof Error ? cause.message : String(cause)}; the sandbox stands in for it`);
    return undefined;
  }
}
