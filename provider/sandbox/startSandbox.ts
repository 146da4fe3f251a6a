import http, { type RequestListener, type Server } from 'node:http';
import { adminApp } from './admin/adminApp.ts';
import { createProvider } from './flow/createProvider.ts';
import { publicApp } from './public/publicApp.ts';
import type { Sandbox } from './sandbox.ts';
import { artifacts as createArtifacts } from './store/artifacts.ts';
import { clientMetadata } from './store/clientMetadata.ts';
import { createClients } from './store/clients.ts';
import { openDatabase } from './store/database.ts';
import { createKeys } from './store/keys.ts';
import { openRecords } from './store/records.ts';

/** The sandbox's data and addresses. */
export interface SandboxOptions {
  /** Holds its database; created when missing. */
  directory: string;
  /** The portal's origin: the issuer, with the pages for challenges. */
  portalUrl: string;
  ports: { public: number; admin: number };
  /** Kratos' admin API, which ends the Kratos session at a logout; without it, that session stays. */
  kratosAdminUrl?: string;
}

/** A sandbox running on this machine. */
export interface RunningSandbox {
  publicUrl: string;
  adminUrl: string;
  stop: () => Promise<void>;
}

/**
 * How long idle connections stay open, in milliseconds: longer than clients keep them, so that none is closed just when a
 * client in this process, which may have been busy, uses it again.
 */
const keepAliveTimeout = 65_000;

const listen = (app: RequestListener, port: number): Promise<Server> =>
  new Promise((resolve, reject) => {
    const server = http.createServer({ keepAliveTimeout }, app);
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve(server));
  });

const close = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.closeAllConnections();
    server.close(() => resolve());
  });

/**
 * Starts an OAuth2 and OpenID server on loopback that has Hydra's paths and shapes, for development and tests.
 *
 * @throws Error in production, or when a port is taken
 */
export async function startSandbox(options: SandboxOptions): Promise<RunningSandbox> {
  if (process.env.NODE_ENV === 'production')
    throw new Error('The OAuth2 sandbox is for development and tests: use Hydra in production');
  const { directory, portalUrl, ports, kratosAdminUrl } = options;
  const database = openDatabase(directory);
  const clients = createClients(database, portalUrl);
  const artifacts = createArtifacts(database, (id) => {
    const client = clients.get(id);
    return client && clientMetadata(client);
  });
  const keys = createKeys(database);
  const records = openRecords(database);
  const provider = createProvider({ portalUrl, artifacts, clients, keys, records });
  const sandbox: Sandbox = {
    portalUrl,
    kratosAdminUrl,
    provider,
    artifacts,
    clients,
    keys,
    records,
  };
  const servers = [
    await listen(publicApp(sandbox), ports.public),
    await listen(adminApp(sandbox, database), ports.admin),
  ];
  console.log('A sandbox stands in for Hydra: for development and tests only');
  return {
    publicUrl: `http://127.0.0.1:${ports.public}`,
    adminUrl: `http://127.0.0.1:${ports.admin}`,
    stop: async () => {
      await Promise.all(servers.map(close));
      database.close();
    },
  };
}
