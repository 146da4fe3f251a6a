import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { newDirectory } from '../support/newDirectory.ts';
import { endOnExit } from '../../provider/local/processes.ts';
import { passwords, startPostgres, type LocalPostgres } from '../support/postgres.ts';

const script = path.join(import.meta.dirname, '../../provider/postgres/databases.sh');
const servers = ['kratos', 'hydra', 'keto', 'portal'];

let postgres: LocalPostgres;

/** Runs databases.sh as in the container. @returns its exit code and what it wrote */
function runScript(changes: Record<string, string> = {}): { code: number | null; output: string } {
  const env = { ...postgres.environment, ...passwords, ...changes };
  const { status, stdout, stderr } = spawnSync('sh', [script], { env, encoding: 'utf8' });
  return { code: status, output: stdout + stderr };
}

/** A volume as earlier versions of docker-compose.yml created it: `kratos` is its superuser. */
function makeOlderVolume(): void {
  postgres.query('kratos', 'postgres', 'CREATE DATABASE kratos');
  for (const name of ['hydra', 'keto']) {
    postgres.query('kratos', 'kratos', `CREATE ROLE ${name} LOGIN PASSWORD 'old'`);
    postgres.query('kratos', 'kratos', `CREATE DATABASE ${name} OWNER ${name}`);
    postgres.query(name, name, 'CREATE TABLE tokens (id serial PRIMARY KEY, value text)');
  }
  postgres.query(
    'kratos',
    'kratos',
    `CREATE TABLE identities (id serial PRIMARY KEY, number int GENERATED ALWAYS AS IDENTITY, traits jsonb);
     INSERT INTO identities (traits) VALUES ('{"email": "ada@test.example"}');
     CREATE VIEW addresses AS SELECT traits->>'email' AS email FROM identities;
     CREATE MATERIALIZED VIEW kept AS SELECT * FROM identities;
     CREATE SEQUENCE numbers;
     CREATE TABLE parts (at date) PARTITION BY RANGE (at);
     CREATE TABLE part PARTITION OF parts DEFAULT;
     CREATE TYPE state AS ENUM ('sent');
     CREATE DOMAIN address AS text;
     CREATE TYPE pair AS (one text, other text);
     CREATE FUNCTION twice(number int) RETURNS int LANGUAGE sql AS 'SELECT 2 * number';
     CREATE SCHEMA "other Schema";
     CREATE TABLE "other Schema"."A table" (id int)`,
  );
}

/** Actions that no server may take from its own database. */
const attempts = {
  'reads a file': "SELECT pg_read_file('/etc/passwd')",
  'reads a file by COPY': "CREATE TABLE file (line text); COPY file FROM '/etc/passwd'",
  'runs a program': "CREATE TABLE output (line text); COPY output FROM PROGRAM 'id'",
  'imports a file': "SELECT lo_import('/etc/passwd')",
  'lists files': "SELECT pg_ls_dir('/')",
  'connects to other databases': 'CREATE EXTENSION dblink',
  'maps foreign servers': 'CREATE EXTENSION postgres_fdw',
  'reads password hashes': 'SELECT rolpassword FROM pg_authid',
  'creates a user': 'CREATE ROLE other LOGIN SUPERUSER',
  'makes itself a superuser': 'ALTER ROLE CURRENT_USER SUPERUSER',
  'becomes the superuser': 'SET ROLE postgres',
  'creates a database': 'CREATE DATABASE other',
  'changes server settings': "ALTER SYSTEM SET shared_preload_libraries = 'x'",
  'loads a library':
    "CREATE FUNCTION f() RETURNS int LANGUAGE c AS '/lib/x86_64-linux-gnu/libc.so.6', 'getpid'",
  replicates: "SELECT pg_create_physical_replication_slot('x')",
};

/** Is true while the session that `kratos` opened before the step still runs. */
const sleeps = 'EXISTS (SELECT FROM pg_stat_activity WHERE wait_event = $$PgSleep$$)';

function expectSeparation(): void {
  const roles = 'SELECT rolname FROM pg_roles WHERE rolsuper OR rolcreatedb OR rolcreaterole OR rolbypassrls';
  expect(postgres.query('postgres', 'postgres', roles)).toBe('postgres');
  expect(
    postgres
      .query('postgres', 'postgres', 'SELECT rolname FROM pg_roles WHERE rolcanlogin ORDER BY 1')
      .split('\n'),
  ).toEqual(['hydra', 'keto', 'kratos', 'portal', 'postgres']);
  for (const name of servers) {
    for (const other of ['postgres', 'template1', 'template0', ...servers].filter((one) => one !== name))
      expect([name, other, postgres.query(name, other, 'SELECT 1')]).toEqual([
        name,
        other,
        expect.stringMatching(/permission denied for database|not currently accepting connections/),
      ]);
    const refusals = postgres.errors(name, name, Object.values(attempts));
    expect(Object.keys(attempts).map((what, index) => [name, what, refusals[index]])).toEqual(
      Object.keys(attempts).map((what) => [
        name,
        what,
        expect.stringMatching(/^ERROR: {2}(permission denied|must be )/i),
      ]),
    );
    // what migrations need
    const migration = `CREATE TABLE migration (id serial); ALTER TABLE migration ADD value text; CREATE SCHEMA own;
      CREATE EXTENSION IF NOT EXISTS pg_trgm; CREATE EXTENSION IF NOT EXISTS btree_gin;
      CREATE INDEX trigrams ON migration USING gin (value gin_trgm_ops); DROP TABLE migration; DROP SCHEMA own`;
    expect([name, postgres.query(name, name, migration)]).toEqual([name, '']);
  }
}

describe('a new volume', () => {
  beforeAll(async () => {
    postgres = await startPostgres('postgres');
    expect(runScript()).toEqual({ code: 0, output: '' });
  }, 240_000);
  afterAll(() => postgres.stop());

  test('each server owns its database, cannot connect to another, and has no access to files or programs', () => {
    expectSeparation();
  });

  test('code that a server leaves in its database does not run as the superuser when the step is run again', () => {
    const asSuperuser = 'EXECUTE $$ALTER ROLE kratos SUPERUSER$$';
    // overloads that match the step's calls more closely than PostgreSQL's own functions
    const traps = `
      CREATE FUNCTION public.format(text, name) RETURNS text LANGUAGE plpgsql
        AS 'BEGIN ${asSuperuser}; RETURN pg_catalog.format($1, $2); END';
      CREATE FUNCTION public.same(oid, regrole) RETURNS boolean LANGUAGE plpgsql
        AS 'BEGIN ${asSuperuser}; RETURN $1::bigint = $2::bigint; END';
      CREATE OPERATOR public.= (LEFTARG = oid, RIGHTARG = regrole, FUNCTION = public.same);
      ALTER DATABASE kratos SET search_path = public, pg_catalog`;
    expect(postgres.query('kratos', 'kratos', traps)).toBe('');
    expect(runScript()).toEqual({ code: 0, output: '' });
    expectSeparation();
  });

  test('running the step again changes passwords and nothing else', () => {
    const hash = (user: string): string =>
      postgres.query('postgres', 'postgres', `SELECT rolpassword FROM pg_authid WHERE rolname = '${user}'`);
    const databases = (): string =>
      postgres.query('postgres', 'postgres', 'SELECT datname, datdba::regrole, datacl FROM pg_database');
    const before = { databases: databases(), hash: hash('keto') };
    expect(before.hash).toMatch(/^SCRAM-SHA-256/);
    expect(runScript({ KETO_POSTGRES_PASSWORD: 'new' })).toEqual({ code: 0, output: '' });
    expect(databases()).toBe(before.databases);
    expect(hash('keto')).not.toBe(before.hash);
  });
});

describe('a volume whose superuser was kratos', () => {
  beforeAll(async () => {
    postgres = await startPostgres('kratos');
    makeOlderVolume();
  }, 240_000);
  afterAll(() => postgres.stop());

  test('lets kratos run programs until the step is run', () => {
    expect(postgres.query('kratos', 'hydra', 'SELECT count(*) FROM tokens')).toBe('0');
    expect(
      postgres.query('kratos', 'kratos', "CREATE TEMPORARY TABLE o (l text); COPY o FROM PROGRAM 'true'"),
    ).toBe('');
  });

  test('is converted by the step with its data, even if the step is interrupted anywhere and run again', () => {
    const idle = spawn('psql', ['--username', 'kratos', '--command', 'SELECT pg_sleep(600)', 'kratos'], {
      env: postgres.environment,
      stdio: 'ignore',
    });
    endOnExit(idle);
    postgres.query(
      'kratos',
      'postgres',
      `DO 'BEGIN WHILE NOT (${sleeps}) LOOP PERFORM pg_stat_clear_snapshot(); END LOOP; END'`,
    );
    const programs = newDirectory();
    const psql = path.join(programs, 'psql');
    writeFileSync(
      psql,
      `#!/bin/sh
calls=$(($(cat "${programs}/calls") + 1))
echo $calls > "${programs}/calls"
[ $calls -lt "$LIMIT" ] || exit 3
PATH=\${PATH#*:} exec psql "$@"`,
    );
    chmodSync(psql, 0o755);
    const PATH = `${programs}:${postgres.environment.PATH}`;
    let limit = 1;
    for (let code: number | null = 3; code === 3; limit++) {
      writeFileSync(path.join(programs, 'calls'), '0');
      code = runScript({ PATH, LIMIT: String(limit) }).code;
    }
    // the script was interrupted at each of its statements once
    expect(Number(readFileSync(path.join(programs, 'calls'), 'utf8'))).toBe(limit - 2);
    expect(runScript()).toEqual({ code: 0, output: '' });
    expect(postgres.query('postgres', 'postgres', `SELECT ${sleeps}`)).toBe('f');

    expectSeparation();
    expect(postgres.query('kratos', 'kratos', 'SELECT email FROM addresses')).toBe('ada@test.example');
    const changes = `INSERT INTO identities (traits) VALUES ('{}'); ALTER TABLE identities ADD note text;
      REFRESH MATERIALIZED VIEW kept; DROP MATERIALIZED VIEW kept; DROP SEQUENCE numbers; DROP TABLE parts;
      ALTER TYPE state ADD VALUE 'queued'; DROP DOMAIN address; DROP TYPE pair; DROP FUNCTION twice;
      DROP SCHEMA "other Schema" CASCADE; DROP VIEW addresses; DROP TABLE identities`;
    expect(postgres.query('kratos', 'kratos', changes)).toBe('');
    expect(postgres.query('hydra', 'hydra', 'DROP TABLE tokens')).toBe('');
  });
});
