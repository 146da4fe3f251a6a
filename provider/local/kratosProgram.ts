import { buildKratos, missingForBuild } from './buildKratos.ts';
import { containerProgram, dockerAnswers } from './containerProgram.ts';
import { onPath } from './onPath.ts';
import { binaryProgram, type ServerProgram } from './serverProgram.ts';

/** A Kratos binary on this machine. @param file the program @param origin where it comes from */
export const fileProgram = (file: string, origin: string): ServerProgram =>
  binaryProgram('kratos', file, origin);

/** The pinned Kratos, or else one on PATH: what tests run against. */
export async function kratosBinary(): Promise<string | undefined> {
  return (await buildKratos()) ?? onPath('kratos');
}

/**
 * Finds a Kratos: on PATH, else built with Go, else the official image in Docker.
 *
 * @throws Error that lists the choices when there is none
 */
export async function findKratos(): Promise<ServerProgram> {
  const installed = onPath('kratos');
  if (installed) return fileProgram(installed, installed);
  const built = await buildKratos();
  if (built) return fileProgram(built, 'built from provider/kratos/go.mod');
  if (dockerAnswers()) return containerProgram('kratos');
  throw new Error(
    [
      'There is no identity provider to stand in front of. Any one of these will do:',
      '  - set KRATOS_PUBLIC_URL (or ORY_SDK_URL) to one that runs already',
      '  - put a kratos program on PATH',
      `  - install Go 1.21 or later and a C compiler (here ${missingForBuild().join(' and ')} is missing), and it is built once`,
      '  - start Docker, and the official image is used',
    ].join('\n'),
  );
}
