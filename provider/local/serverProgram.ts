import path from 'node:path';

/** A way to run one of the provider's servers: a binary or a container. */
export interface ServerProgram {
  /** Its name, for the user. */
  name: string;
  /** The address at which the server reaches this machine's loopback, and the one that it listens on. */
  loopback: string;
  listenOn: string;
  /** The directory of its configuration, as the server sees it. */
  configuration: string;
  /** Its version, if it does not report that itself. */
  version?: string;
  /**
   * @param run the variables and the directory that it gets, and the ports that it listens on
   * @returns the command to run, and the clean-up command in case it is killed
   */
  command(
    args: string[],
    run: { environment: Record<string, string>; directory: string; ports: number[] },
  ): { command: [string, ...string[]]; cleanUp?: string[] };
  /** Builds or fetches it. @param quietly shows no progress @throws Error in one line */
  prepare?(quietly?: boolean): Promise<void>;
}

/** The directory of a server's configuration. @param server as in `kratos` */
export const configurationOf = (server: string): string => path.join(import.meta.dirname, '..', server);

/** A server's name, for the user. @param server as in `kratos` */
export const titleOf = (server: string): string => server.charAt(0).toUpperCase() + server.slice(1);

/** Converts a URL on this machine's loopback to the origin, without a slash, at which a program reaches it. */
export function reachedBy(program: ServerProgram, url: string): string {
  const { protocol, port } = new URL(url);
  return `${protocol}//${program.loopback}:${port}`;
}

/**
 * Describes a server's binary on this machine.
 *
 * @param server as in `kratos`, the name of its configuration's directory
 * @param origin where it comes from
 */
export function binaryProgram(server: string, file: string, origin = file): ServerProgram {
  return {
    name: `${titleOf(server)} (${origin})`,
    loopback: '127.0.0.1',
    listenOn: '127.0.0.1',
    configuration: configurationOf(server),
    command: (args) => ({ command: [file, ...args] }),
  };
}
