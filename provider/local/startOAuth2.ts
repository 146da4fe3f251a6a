import path from 'node:path';
import { startSandbox } from '../sandbox/startSandbox.ts';
import { findProgram } from './findProgram.ts';
import { startHydra } from './startHydra.ts';
import type { LocalServer } from './startServer.ts';

/** The OAuth2 server's data and addresses. */
export interface OAuth2Options {
  /** Holds its data, secrets and log; created when missing. */
  directory: string;
  /** The portal's origin, as browsers see it. */
  portalUrl: string;
  ports: { public: number; admin: number };
  /** Kratos' admin API, which ends the Kratos session at a logout. */
  kratosAdminUrl: string;
}

/** The OAuth2 server: a real Hydra, or the sandbox in this process. */
export interface OAuth2 {
  /** A note for the user: where its log is, or that it is the sandbox. */
  source: string;
  publicUrl: string;
  adminUrl: string;
  /** The server, if it is a real Hydra. */
  server?: LocalServer;
}

/**
 * Starts the OAuth2 server: the Hydra on PATH, otherwise one in Docker, otherwise the sandbox.
 *
 * @throws Error in one line when it does not start
 */
export async function startOAuth2(options: OAuth2Options): Promise<OAuth2> {
  const { directory, portalUrl, ports, kratosAdminUrl } = options;
  const program = await findProgram('hydra');
  if (!program) {
    const sandbox = await startSandbox({
      directory: path.join(directory, 'sandbox'),
      portalUrl,
      ports,
      kratosAdminUrl,
    });
    return { source: 'the sandbox', publicUrl: sandbox.publicUrl, adminUrl: sandbox.adminUrl };
  }
  console.log(`starting ${program.name} …`);
  const server = await startHydra({ program, directory, portalUrl, ports, kratosAdminUrl });
  return {
    source: `its log is ${server.logFile}`,
    publicUrl: server.publicUrl,
    adminUrl: server.adminUrl,
    server,
  };
}
