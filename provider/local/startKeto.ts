import path from 'node:path';
import { freePort } from './freePort.ts';
import type { ServerProgram } from './serverProgram.ts';
import { sqliteDsn, startServer, type LocalServer } from './startServer.ts';

/** The OPL file of the namespaces, beside keto.yml. */
export const namespacesFile = 'namespaces.keto.ts';

/** A Keto's program, data and ports. */
export interface KetoOptions {
  program: ServerProgram;
  /** Holds its database and log; created when missing. */
  directory: string;
  /** Free ports by default. */
  ports?: { read: number; write: number; opl: number };
}

/** A Keto running on this machine. */
export interface LocalKeto extends LocalServer {
  readUrl: string;
  writeUrl: string;
  oplUrl: string;
}

/**
 * Starts Keto from provider/keto/keto.yml on loopback with an SQLite database: migrates it, serves, and waits until it
 * is ready.
 *
 * @throws Error in one line with the cause from Keto's log when it does not start
 */
export async function startKeto({ program, directory, ...options }: KetoOptions): Promise<LocalKeto> {
  const ports = options.ports ?? { read: await freePort(), write: await freePort(), opl: await freePort() };
  const apis = { ...ports, metrics: await freePort() };
  const urlOf = (port: number): string => `http://127.0.0.1:${port}`;
  const server = await startServer({
    server: 'keto',
    program,
    directory,
    environment: {
      DSN: sqliteDsn(directory, 'keto'),
      NAMESPACES_LOCATION: `file://${path.join(program.configuration, namespacesFile)}`,
      ...Object.fromEntries(
        Object.entries(apis).flatMap(([api, port]) => [
          [`SERVE_${api.toUpperCase()}_HOST`, program.listenOn],
          [`SERVE_${api.toUpperCase()}_PORT`, String(port)],
        ]),
      ),
      SQA_OPT_OUT: 'true',
    },
    ports: Object.values(apis),
    migrate: ['migrate', 'up', '--yes'],
    serve: ['serve'],
    readyUrl: urlOf(ports.read),
  });
  return { ...server, readUrl: urlOf(ports.read), writeUrl: urlOf(ports.write), oplUrl: urlOf(ports.opl) };
}
