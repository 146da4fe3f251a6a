import path from 'node:path';
import { freePort } from './freePort.ts';
import type { ServerProgram } from './serverProgram.ts';
import { startServer, type LocalServer } from './startServer.ts';

/** The OPL file of the namespaces, beside keto.yml. */
const namespacesFile = 'namespaces.keto.ts';

/** A Keto's program, data and ports. */
export interface KetoOptions {
  program: ServerProgram;
  /** Holds its database and log; created when missing. */
  directory: string;
  ports: { read: number; write: number; opl: number };
}

/**
 * Starts Keto from provider/keto/keto.yml on loopback with an SQLite database: migrates it, serves, and waits until it
 * is ready.
 *
 * @throws Error in one line with the cause from Keto's log when it does not start
 */
export async function startKeto({ program, directory, ports }: KetoOptions): Promise<LocalServer> {
  return startServer({
    server: 'keto',
    program,
    directory,
    environment: { NAMESPACES_LOCATION: `file://${path.join(program.configuration, namespacesFile)}` },
    ports: { ...ports, metrics: await freePort() },
    migrate: ['migrate', 'up', '--yes'],
    serve: ['serve'],
    readyUrl: `http://127.0.0.1:${ports.read}`,
  });
}
