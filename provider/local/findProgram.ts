import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { buildGoTool, builtFile, missingForBuild, pinnedVersion, tools } from './buildGoTool.ts';
import { canGetImage, containerProgram, dockerAnswers } from './containerProgram.ts';
import { onPath } from './onPath.ts';
import { binaryProgram, titleOf, type ServerProgram } from './serverProgram.ts';
import { setting } from './setting.ts';

/**
 * Finds the program that tests run: the one that KRATOS_PROGRAM or HYDRA_PROGRAM names, else the pinned one or one on
 * PATH.
 *
 * @returns its file
 * @throws Error in one line when there is none
 */
export async function testedBinary(server: keyof typeof tools): Promise<string> {
  const named = setting(`${server.toUpperCase()}_PROGRAM`);
  const file = named ?? (await buildGoTool(tools[server])) ?? onPath(server);
  if (file) return file;
  throw new Error(`${titleOf(server)} is missing: install Go and a C compiler, or put ${server} on PATH`);
}

/** The ways to a Kratos that need no Go. */
const waysWithoutGo = [
  '  - set KRATOS_PUBLIC_URL (or ORY_SDK_URL) to one that is already running',
  '  - put a kratos program on PATH',
  '  - start Docker without Go on PATH, and the official image is used',
];

/** Describes a pinned server's program, which `prepare` builds; undefined where it cannot be built. */
function builtProgram(server: keyof typeof tools): ServerProgram | undefined {
  const tool = tools[server];
  const file = builtFile(tool);
  if (!existsSync(file) && missingForBuild(tool).length > 0) return undefined;
  return {
    ...binaryProgram(server, file, `built from ${tool.module}/go.mod`),
    version: pinnedVersion(tool),
    prepare: async (quietly) => {
      await buildGoTool(tool, quietly).catch((cause: unknown) => {
        const instead = [
          'If the registry of Go modules cannot be reached, do one of these:',
          ...waysWithoutGo,
        ];
        throw new Error([(cause as Error).message, ...(server === 'kratos' ? instead : [])].join('\n'), {
          cause,
        });
      });
    },
  };
}

/**
 * Finds a program of one of the provider's servers: on PATH, otherwise built with Go if it is pinned, otherwise the
 * official image in Docker.
 *
 * @returns undefined when there is none, or when Docker has no image and cannot get it
 */
export function findProgram(server: 'kratos' | 'hydra' | 'keto'): ServerProgram | undefined {
  const installed = onPath(server);
  if (installed) return binaryProgram(server, installed);
  const built = server === 'keto' ? undefined : builtProgram(server);
  if (built) return built;
  // Kratos is pulled without asking first: no portal can do without it, and the failure says why
  const isInDocker = dockerAnswers() && (server === 'kratos' || canGetImage(server));
  return isInDocker ? containerProgram(server) : undefined;
}

/**
 * Finds a Kratos as `findProgram` does.
 *
 * @throws Error that lists the choices when there is none
 */
export function findKratos(): ServerProgram {
  const program = findProgram('kratos');
  if (program) return program;
  throw new Error(
    [
      'There is no identity provider for the portal. Do one of these:',
      ...waysWithoutGo,
      `  - install Go 1.21 or later and a C compiler (here ${missingForBuild(tools.kratos).join(' and ')} is missing), and it is built once`,
    ].join('\n'),
  );
}

/**
 * Returns the version of a program, as in `v26.2.0`, from its command `version` if it is not known.
 *
 * @param program whose prerequisites are fetched
 * @throws Error in one line when it does not say its version
 */
export function versionOf(program: ServerProgram, directory: string): string {
  if (program.version) return program.version;
  const { command } = program.command(['version'], { environment: {}, directory, ports: [] });
  const [file, ...args] = command;
  // Docker may hang
  const { stdout } = spawnSync(file, args, { encoding: 'utf8', timeout: 60_000 });
  const version = /^Version:\s*([\w.+-]+)/m.exec(stdout)?.[1];
  if (version === undefined) throw new Error(`${program.name} does not report its version`);
  return version;
}
