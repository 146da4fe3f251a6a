import path from 'node:path';
import { startPermissions } from '../sandbox/permissions/startPermissions.ts';
import { findProgram } from './findProgram.ts';
import { configurationOf } from './serverProgram.ts';
import { namespacesFile, startKeto } from './startKeto.ts';
import type { LocalServer } from './startServer.ts';

/** The permissions server's data and ports. */
export interface RelationsOptions {
  /** Holds its data and log; created when missing. */
  directory: string;
  ports: { read: number; write: number; opl: number };
}

/** The permissions server: a real Keto, or the sandbox in this process. */
export interface Relations {
  /** A note for the user: where its log is, or that it is the sandbox. */
  source: string;
  readUrl: string;
  writeUrl: string;
  oplUrl: string;
  /** The server, if it is a real Keto. */
  server?: LocalServer;
}

/**
 * Starts the permissions server: the Keto on PATH, otherwise one in Docker, otherwise the sandbox.
 *
 * @throws Error in one line when it does not start
 */
export async function startRelations({ directory, ports }: RelationsOptions): Promise<Relations> {
  const program = await findProgram('keto');
  if (!program) {
    const { readUrl, writeUrl, oplUrl } = await startPermissions({
      directory: path.join(directory, 'sandbox'),
      ports,
      oplFile: path.join(configurationOf('keto'), namespacesFile),
    });
    return { source: 'the sandbox', readUrl, writeUrl, oplUrl };
  }
  console.log(`starting ${program.name} …`);
  const server = await startKeto({ program, directory, ports });
  const { readUrl, writeUrl, oplUrl } = server;
  return { source: `its log is ${server.logFile}`, readUrl, writeUrl, oplUrl, server };
}
