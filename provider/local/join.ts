import path from 'node:path';
import { versionOf } from './findProgram.ts';
import { keepRunning } from './keepRunning.ts';
import { titleOf, type ServerProgram } from './serverProgram.ts';
import type { LocalServer } from './startServer.ts';

/** A server that joins the portal once it runs. */
interface Joining {
  /** As in `hydra`. */
  name: string;
  program: ServerProgram;
  /** Holds the directory of each version's data: an older version cannot read a newer one's. */
  parent: string;
  /** Starts it. @returns it, and what to print after "has joined" */
  start: (directory: string) => Promise<{ server: LocalServer; details: string }>;
}

/**
 * Builds or fetches a server, starts it and keeps it running. Prints a line once it has joined, or why it does not run:
 * without it the portal stays up.
 *
 * @throws Error in one line when it exits repeatedly
 */
export async function join(
  { name, program, parent, start }: Joining,
  print: (line: string) => void,
): Promise<never> {
  const started = async (): Promise<LocalServer> => {
    await program.prepare?.(true);
    const { server, details } = await start(path.join(parent, `${name}-${versionOf(program, parent)}`));
    print(`${program.name} has joined${details}`);
    return server;
  };
  const server = await started().catch((cause: unknown) => {
    print(`${titleOf(name)} does not run: ${cause instanceof Error ? cause.message : String(cause)}`);
  });
  return server ? keepRunning(server) : new Promise(() => undefined);
}
