import { spawnSync } from 'node:child_process';
import { buildGoTool, kratosTool, missingForBuild, pinnedVersion } from './buildGoTool.ts';
import { containerProgram, dockerAnswers } from './containerProgram.ts';
import { onPath } from './onPath.ts';
import { binaryProgram, type ServerProgram } from './serverProgram.ts';
import { setting } from './setting.ts';

/** Describes a Kratos binary on this machine. @param file the program @param origin where it comes from */
export const fileProgram = (file: string, origin: string): ServerProgram =>
  binaryProgram('kratos', file, origin);

/** Finds the Kratos that tests run against: the one that KRATOS_PROGRAM names, else the pinned one or one on PATH. */
export async function kratosBinary(): Promise<string | undefined> {
  return setting('KRATOS_PROGRAM') ?? (await buildGoTool(kratosTool)) ?? onPath('kratos');
}

/**
 * Finds a Kratos: on PATH, otherwise built with Go, otherwise the official image in Docker.
 *
 * @throws Error that lists the choices when there is none
 */
export async function findKratos(): Promise<ServerProgram> {
  const installed = onPath('kratos');
  if (installed) return fileProgram(installed, installed);
  const built = await buildGoTool(kratosTool);
  if (built) return { ...fileProgram(built, 'built from provider/kratos/go.mod'), version: pinnedVersion() };
  if (dockerAnswers()) return containerProgram('kratos');
  throw new Error(
    [
      'There is no identity provider for the portal. Do one of these:',
      '  - set KRATOS_PUBLIC_URL (or ORY_SDK_URL) to one that is already running',
      '  - put a kratos program on PATH',
      `  - install Go 1.21 or later and a C compiler (here ${missingForBuild(kratosTool).join(' and ')} is missing), and it is built once`,
      '  - start Docker, and the official image is used',
    ].join('\n'),
  );
}

/**
 * Returns the version of a Kratos, as in `v26.2.0`, from its command `version` if it is not known.
 *
 * @param program whose prerequisites are fetched
 * @param directory for the command
 * @throws Error in one line when it does not say its version
 */
export function versionOf(program: ServerProgram, directory: string): string {
  if (program.version) return program.version;
  const { command } = program.command(['version'], { environment: {}, directory, ports: [] });
  const [file, ...args] = command;
  const { stdout } = spawnSync(file, args, { encoding: 'utf8' });
  const version = /^Version:\s*([\w.+-]+)/m.exec(stdout)?.[1];
  if (version === undefined) throw new Error(`${program.name} does not report its version`);
  return version;
}
