import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import path from 'node:path';
import { parse } from 'yaml';
import { nodeEnvironment } from '../../provider/local/nodeFlags.ts';
import { hasPostgres, startPostgres } from '../../test/support/postgres.ts';

const provider = path.join(import.meta.dirname, '../../provider');

interface KratosConfiguration {
  hashers: { argon2: { memory: string; iterations: number } };
}

/** The cost of a password's hash: as in production with `BENCH_HASHES=production`, or else next to nothing. */
export const hashes =
  process.env.BENCH_HASHES === 'production'
    ? productionHashes()
    : { title: 'the tests’ (64KB, 1)', variables: {} };

function productionHashes(): { title: string; variables: Record<string, string> } {
  const { hashers } = parse(readFileSync(`${provider}/kratos/kratos.yml`, 'utf8')) as KratosConfiguration;
  const { memory, iterations } = hashers.argon2;
  return {
    title: `production’s (${memory}, ${iterations})`,
    variables: { HASHERS_ARGON2_MEMORY: memory, HASHERS_ARGON2_ITERATIONS: String(iterations) },
  };
}

/** The settings of a portal in production, without limits: all visitors come from this machine. */
export const portalSettings: Record<string, string> = {
  ...nodeEnvironment,
  NODE_ENV: 'production',
  DRAIN_DELAY_MS: '0',
  TRUST_PROXY: 'loopback',
};

/** Kratos' pool of connections, as in docker-compose.yml. */
const pool = 'max_conns=20&max_idle_conns=20';

/** Kratos' database. */
export interface Database {
  title: string;
  /** Kratos' variables. */
  variables: Record<string, string>;
  stop: () => Promise<void>;
}

/** Starts a PostgreSQL that writes to disk as in production, if one is installed; SQLite otherwise. */
export async function startDatabase(): Promise<Database> {
  if (!hasPostgres()) return { title: 'SQLite', variables: {}, stop: () => Promise.resolve() };
  const postgres = await startPostgres('postgres');
  const run = (statement: string): string => postgres.query('postgres', 'postgres', statement);
  run('ALTER SYSTEM SET fsync = on');
  run('SELECT pg_reload_conf()');
  run('CREATE ROLE kratos LOGIN');
  run('CREATE DATABASE kratos OWNER kratos');
  const { PGHOST = '' } = postgres.environment;
  return {
    title: `PostgreSQL ${run('SHOW server_version')}`,
    variables: { DSN: `postgres://kratos@/kratos?host=${PGHOST}&sslmode=disable&${pool}` },
    stop: () => postgres.stop(),
  };
}

/** The version that Kratos reports, or, if it was built from source, the one that it was built from. */
async function kratosVersion(adminUrl: string): Promise<string> {
  const { version } = (await (await fetch(`${adminUrl}/version`)).json()) as { version: string };
  const built = /github\.com\/ory\/kratos (\S+)/.exec(readFileSync(`${provider}/kratos/go.mod`, 'utf8'))?.[1];
  return version === 'master' ? `${built} from source` : version;
}

/** Describes the machine and what runs on it, in a line. @param adminUrl Kratos' admin URL */
export async function describeRun(adminUrl: string, database: Database): Promise<string> {
  const [{ model } = { model: 'unknown' }, ...others] = cpus();
  return [
    `${others.length + 1} cores (${model})`,
    `Node ${process.versions.node}`,
    `Kratos ${await kratosVersion(adminUrl)}`,
    database.title,
    `hashes: ${hashes.title}`,
  ].join(', ');
}
