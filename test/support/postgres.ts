import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, chownSync, existsSync, globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onPath } from '../../provider/local/onPath.ts';
import { endOnExit } from '../../provider/local/processes.ts';
import { findOrInstall } from './findOrInstall.ts';
import { untilLogged } from './untilLogged.ts';

/** Where distributions install PostgreSQL's programs, which need not be on PATH. */
const directories = ['/usr/lib/postgresql/*/bin', '/usr/pgsql-*/bin', '/opt/homebrew/opt/postgresql@*/bin'];

/** Compares paths with their numbers as such: version 9 comes before 15. */
const byVersion = new Intl.Collator('en', { numeric: true }).compare;

/** Finds the directory of PostgreSQL's programs: the one that POSTGRES_BIN names, or the newest one installed. */
function findPostgres(): string | undefined {
  const initdb = onPath('initdb');
  const installed = directories
    .flatMap((pattern) => globSync(pattern).toSorted(byVersion))
    .filter((directory) => existsSync(path.join(directory, 'initdb')));
  return process.env.POSTGRES_BIN ?? (initdb ? path.dirname(initdb) : installed.at(-1));
}

/** Whether PostgreSQL is installed. */
export const hasPostgres = (): boolean => findPostgres() !== undefined;

/** A PostgreSQL with a new cluster that only listens on a Unix socket, and trusts any user name. */
export interface LocalPostgres {
  /** Variables for its programs: where they are, and where it listens. */
  environment: Record<string, string>;
  /** Runs statements. @returns the rows, or the error's first line */
  query(user: string, database: string, statements: string): string;
  /** Runs all statements, even after one has failed. @returns the errors' first lines */
  errors(user: string, database: string, statements: string[]): string[];
  /** Ends it; `up` starts it again, with its data. */
  down(): Promise<void>;
  up(): Promise<void>;
  /** Ends it, and deletes its data. */
  stop(): Promise<void>;
}

/** The password of each server, as provider/postgres/databases.sh reads them. */
export const passwords = Object.fromEntries(
  ['KRATOS_', 'HYDRA_', 'KETO_'].map((owner) => [`${owner}POSTGRES_PASSWORD`, `${owner}secret`]),
);

/** The user to run as instead of root, which PostgreSQL refuses. */
function unprivileged(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const id = (flag: string): number => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

/** Starts a PostgreSQL with a new cluster. @param superuser the name of its first superuser */
export async function startPostgres(superuser: string): Promise<LocalPostgres> {
  const programs = findOrInstall(
    findPostgres,
    'postgresql',
    'PostgreSQL',
    'install it, or set POSTGRES_BIN to the directory of its programs',
  );
  const user = unprivileged();
  const directory = mkdtempSync(path.join(tmpdir(), 'postgres-'));
  if (user) chownSync(directory, user.uid, user.gid);
  const data = path.join(directory, 'data');
  const environment = { PATH: `${programs}:${process.env.PATH}`, PGHOST: directory };
  execFileSync(
    path.join(programs, 'initdb'),
    ['--pgdata', data, '--username', superuser, '--auth', 'trust', '--no-sync', '--encoding', 'UTF8'],
    { ...user, cwd: directory, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  appendFileSync(
    path.join(data, 'postgresql.conf'),
    `listen_addresses = ''\nunix_socket_directories = '${directory}'\nfsync = off\n`,
  );
  let server: ChildProcess;
  const up = async (): Promise<void> => {
    const started = spawn(path.join(programs, 'postgres'), ['-D', data], {
      ...user,
      cwd: directory,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    endOnExit(started);
    server = started;
    await untilLogged(started, 'PostgreSQL', started.stderr, 'ready to accept connections');
  };
  const down = async (): Promise<void> => {
    if (server.exitCode !== null) return;
    const gone = once(server, 'exit');
    // a fast shutdown, which does not wait for clients
    server.kill('SIGINT');
    await gone;
  };
  await up();
  const run = (role: string, database: string, options: string[]) =>
    spawnSync('psql', ['-XqAt', '--username', role, '--dbname', database, ...options], {
      env: environment,
      encoding: 'utf8',
    });
  return {
    environment,
    query(role, database, statements) {
      const { status, stdout, stderr } = run(role, database, ['--command', statements]);
      return status === 0 ? stdout.trim() : (stderr.split('\n')[0] ?? '');
    },
    errors: (role, database, statements) =>
      run(
        role,
        database,
        statements.flatMap((one) => ['--command', one]),
      ).stderr.match(/^ERROR:.*/gm) ?? [],
    down,
    up,
    async stop() {
      await down();
      rmSync(directory, { recursive: true });
    },
  };
}
