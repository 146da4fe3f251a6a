import { readdirSync, readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import path from 'node:path';
import { parse } from 'yaml';
import { pinnedVersion, tools } from '../../provider/local/buildGoTool.ts';
import { nodeEnvironment } from '../../provider/local/nodeFlags.ts';
import { hasPostgres, startPostgres, type LocalPostgres } from '../../test/support/postgres.ts';
import { startRelyingParty, type RelyingParty } from '../../test/support/relyingParty.ts';
import { startOAuth2Stack, type OAuth2Stack } from '../../test/support/worker/oauth2.ts';

const kratosFile = path.join(import.meta.dirname, '../../provider/kratos/kratos.yml');

/** Returns Kratos' variables for production's hashes: the tests' own cost next to nothing. */
function hashes(): Record<string, string> {
  const { hashers } = parse(readFileSync(kratosFile, 'utf8')) as {
    hashers: { argon2: { memory: string; iterations: number } };
  };
  const { memory, iterations } = hashers.argon2;
  return { HASHERS_ARGON2_MEMORY: memory, HASHERS_ARGON2_ITERATIONS: String(iterations) };
}

interface Database {
  title: string;
  /** Kratos' variables. */
  variables: Record<string, string>;
  postgres?: LocalPostgres;
  stop: () => Promise<void>;
}

/** Starts a PostgreSQL that writes to disk as in production, if one is installed; SQLite otherwise. */
async function startDatabase(): Promise<Database> {
  if (!hasPostgres()) return { title: 'SQLite', variables: {}, stop: () => Promise.resolve() };
  const postgres = await startPostgres('postgres');
  const run = (statement: string): string => postgres.query('postgres', 'postgres', statement);
  run('ALTER SYSTEM SET fsync = on');
  run('SELECT pg_reload_conf()');
  run('CREATE ROLE kratos LOGIN');
  run('CREATE DATABASE kratos OWNER kratos');
  // Kratos' pool of connections is as in docker-compose.yml
  const options = `host=${postgres.environment.PGHOST}&sslmode=disable&max_conns=20&max_idle_conns=20`;
  return {
    title: `PostgreSQL ${run('SHOW server_version')}`,
    variables: { DSN: `postgres://kratos@/kratos?${options}` },
    postgres,
    stop: () => postgres.stop(),
  };
}

/** A stack with its application, for visits. */
export interface VisitedStack extends OAuth2Stack {
  application: RelyingParty;
  /** Kratos' database; undefined if that is SQLite. */
  postgres: LocalPostgres | undefined;
  /** The portal's settings, to start it again. */
  settings: Record<string, string>;
}

/**
 * Starts a stack whose portal is as in production, and describes it and the machine in a line.
 *
 * @param portal settings @param kratosPorts Kratos' ports; free ones by default
 */
export async function startVisited(
  portal: Record<string, string>,
  kratosPorts?: { public: number; admin: number },
): Promise<VisitedStack> {
  const settings = {
    ...nodeEnvironment,
    NODE_ENV: 'production',
    DRAIN_DELAY_MS: '0',
    // all visitors come from this machine
    TRUST_PROXY: 'loopback',
    ...portal,
  };
  const database = await startDatabase();
  const stack = await startOAuth2Stack({
    kratosPorts,
    kratos: { LOG_LEVEL: 'error', ...hashes(), ...database.variables },
    portal: settings,
  });
  const application = await startRelyingParty(stack.url, stack.hydraAdminUrl);
  const { version } = (await (await fetch(`${stack.kratos.adminUrl}/version`)).json()) as { version: string };
  // one that is built from source does not know its version
  const kratos = version === 'master' ? `${pinnedVersion(tools.kratos)} from source` : version;
  console.log(
    `\n${cpus().length} cores (${cpus()[0]?.model}), Node ${process.versions.node}, Kratos ${kratos}, ${database.title}`,
  );
  return {
    ...stack,
    application,
    postgres: database.postgres,
    settings: {
      ...settings,
      KRATOS_HOOKS_KEY: stack.kratos.hooksKey,
      PORT: new URL(stack.url).port,
      PORTAL_URL: stack.url,
    },
    async stop() {
      await application.stop();
      await stack.stop();
      await database.stop();
    },
  };
}

/** Reads a file of a process; empty if the process has ended. */
function readProcess(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}

const descendantsOf = (pid: number): number[] =>
  readProcess(pid, `task/${pid}/children`)
    .split(' ')
    .filter(Boolean)
    .map(Number)
    .flatMap((child) => [child, ...descendantsOf(child)]);

/** Finds the processes of a program that this process has started, also through others; Linux only. */
export const pidsOf = (program: string): number[] =>
  descendantsOf(process.pid).filter((pid) => readProcess(pid, 'comm').trim() === program);

/** Counts a process' open files, most of which are sockets. */
export const filesOf = (pid: number): number => readdirSync(`/proc/${pid}/fd`).length;
