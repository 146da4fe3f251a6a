import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { buildKratos, missingForBuild } from './buildKratos.ts';
import { containerProgram } from './containerProgram.ts';
import { onPath } from './onPath.ts';

/** A way to run Kratos: a binary or a container. */
export interface KratosProgram {
  /** Its name, for the user. */
  name: string;
  /** Where Kratos finds this machine's loopback, and where it keeps and reads its files. */
  loopback: string;
  listenOn: string;
  configuration: string;
  /**
   * @param args Kratos' own arguments
   * @param run the variables and the directory that it gets, and the ports that it listens on
   * @returns the command to run, and the clean-up command for when it was killed
   */
  command(
    args: string[],
    run: { environment: Record<string, string>; directory: string; ports: number[] },
  ): { command: [string, ...string[]]; cleanUp?: string[] };
  /** Fetches what it needs to run. @throws Error in one line */
  prepare?(): Promise<void>;
}

/** A Kratos binary on this machine. @param file the program @param origin where it comes from */
export function fileProgram(file: string, origin: string): KratosProgram {
  return {
    name: `Kratos (${origin})`,
    loopback: '127.0.0.1',
    listenOn: '127.0.0.1',
    configuration: path.join(import.meta.dirname, '../kratos'),
    command: (args) => ({ command: [file, ...args] }),
  };
}

/** The pinned Kratos, or else one on PATH: what tests run against. */
export async function kratosBinary(): Promise<string | undefined> {
  return (await buildKratos()) ?? onPath('kratos');
}

function dockerAnswers(): boolean {
  return onPath('docker') !== undefined && spawnSync('docker', ['info'], { stdio: 'ignore' }).status === 0;
}

/**
 * Finds a Kratos: on PATH, else built with Go, else the official image in Docker.
 *
 * @throws Error that lists the choices when there is none
 */
export async function findKratos(): Promise<KratosProgram> {
  const installed = onPath('kratos');
  if (installed) return fileProgram(installed, installed);
  const built = await buildKratos();
  if (built) return fileProgram(built, 'built from provider/kratos/go.mod');
  if (dockerAnswers()) return containerProgram();
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
