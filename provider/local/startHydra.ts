import { testedBinary } from './findProgram.ts';
import { freePort } from './freePort.ts';
import { hydraEnvironment } from './hydraEnvironment.ts';
import { hydraSecrets } from './localSecrets.ts';
import { binaryProgram, reachedBy, type ServerProgram } from './serverProgram.ts';
import { startServer, type LocalServer } from './startServer.ts';

/** A Hydra's program, data and addresses. */
export interface HydraOptions {
  /** The pinned Hydra by default, or else the one on PATH. */
  program?: ServerProgram;
  /** Holds its database, secrets and log; created when missing. */
  directory: string;
  /** The portal's origin, as browsers see it. */
  portalUrl: string;
  /** Kratos' admin API, which ends sessions. */
  kratosAdminUrl: string;
  /** Free ports by default. */
  ports?: { public: number; admin: number };
}

/** A Hydra running on this machine. */
export interface LocalHydra extends LocalServer {
  publicUrl: string;
  adminUrl: string;
}

/**
 * Starts Hydra from provider/hydra/hydra.yml on loopback with an SQLite database: migrates it, serves, and waits until
 * it is ready.
 *
 * @throws Error in one line with the cause from Hydra's log when it does not start
 */
export async function startHydra(options: HydraOptions): Promise<LocalHydra> {
  const { directory, portalUrl, kratosAdminUrl } = options;
  const program = options.program ?? binaryProgram('hydra', await testedBinary('hydra'));
  const ports = options.ports ?? { public: await freePort(), admin: await freePort() };
  const adminUrl = `http://127.0.0.1:${ports.admin}`;
  const server = await startServer({
    server: 'hydra',
    program,
    directory,
    environment: hydraEnvironment({
      portalUrl,
      kratosAdminUrl: reachedBy(program, kratosAdminUrl),
      secrets: hydraSecrets(directory),
    }),
    ports,
    migrate: ['migrate', 'sql', 'up', '--read-from-env', '--yes'],
    serve: ['serve', 'all', '--dev'],
    readyUrl: adminUrl,
  });
  return { ...server, publicUrl: `http://127.0.0.1:${ports.public}`, adminUrl };
}
