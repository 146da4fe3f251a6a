import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { pino } from 'pino';
import { openStore } from '../../server/store/store.ts';
import { startKratos, type LocalKratos } from '../../provider/local/startKratos.ts';
import { fastHashes } from '../support/fastHashes.ts';
import { startAgreeablePortal, type AgreeablePortal } from '../support/agreeablePortal.ts';
import { createIdentity } from '../support/identities.ts';
import { signIn } from '../support/kratosLogin.ts';
import { passwords, startPostgres, type LocalPostgres } from '../support/postgres.ts';
import { storeDefaults } from '../support/useStores.ts';

const root = path.join(import.meta.dirname, '../..');

let directory: string;
let postgres: LocalPostgres;
let kratos: LocalKratos;
let portal: AgreeablePortal;

beforeAll(async () => {
  directory = mkdtempSync(path.join(tmpdir(), 'backups-'));
  postgres = await startPostgres('postgres');
  portal = await startAgreeablePortal();
});

afterAll(async () => {
  await kratos.stop();
  portal.stop();
  await postgres.stop();
  rmSync(directory, { recursive: true });
});

/** Runs a script, and returns what it prints. */
function run(script: string, variables: Record<string, string> = {}): string {
  const { status, stdout, stderr } = spawnSync('sh', ['-e', '-c', script], {
    cwd: directory,
    env: { ...postgres.environment, ...passwords, ...variables },
    encoding: 'utf8',
  });
  expect({ status, stderr: stderr.replaceAll(/^NOTICE: .*\n/gm, '') }).toEqual({ status: 0, stderr: '' });
  return stdout;
}

/** Stands in for `docker`: runs what the scripts run in containers on this machine, and starts and stops nothing. */
const docker = `#!/bin/sh -e
at=$(dirname "$0")
case "$*" in
  "compose exec -T postgres "*) shift 4; exec "$@" ;;
  *" --entrypoint pg_restore databases "*)
    backup=$(echo "$*" | sed 's#.*--volume \\([^:]*\\):/backup:ro.*#\\1#')
    while [ "$1" != databases ]; do shift; done
    shift
    exec pg_restore $(echo "$*" | sed "s#/backup#$backup#") ;;
  *" --entrypoint sh portal "*) cat "$at/audit.log" ;;
  "compose run "*" databases") exec sh ${root}/provider/postgres/databases.sh ;;
esac`;

/** Runs a script of deploy/compose, in a folder with its own .env. */
function operate(script: string): string {
  const clone = path.join(directory, 'clone');
  mkdirSync(clone, { recursive: true });
  cpSync(path.join(root, 'deploy/compose'), path.join(clone, 'deploy/compose'), { recursive: true });
  writeFileSync(path.join(clone, '.env'), 'COOKIE_SECRET=x');
  writeFileSync(path.join(clone, 'docker'), docker, { mode: 0o755 });
  return run(`sh clone/deploy/compose/${script}`, { PATH: `${clone}:${postgres.environment.PATH}` });
}

/** Asks for a recovery, which mails the address, be it of an account or not. */
async function requestRecovery(kratosUrl: string, email: string): Promise<void> {
  const flow = await fetch(`${kratosUrl}/self-service/recovery/api`);
  const { id } = (await flow.json()) as { id: string };
  await fetch(`${kratosUrl}/self-service/recovery?flow=${id}`, {
    method: 'POST',
    headers: { accept: 'application/json', 'content-type': 'application/json' },
    body: JSON.stringify({ method: 'code', email }),
  });
}

const start = async (): Promise<void> => {
  kratos = await startKratos({
    directory: path.join(directory, 'kratos'),
    portalUrl: portal.url,
    smtpUrl: 'smtp://127.0.0.1:1',
    environment: {
      ...fastHashes,
      // its courier would set the state of mails that it has just failed to send
      COURIER_WORKER_PULL_WAIT: '1h',
      DSN: `postgres://kratos:secret@localhost/kratos?host=${postgres.environment.PGHOST}&sslmode=disable`,
    },
  });
};

const settings = { ...storeDefaults, DATA_DIRECTORY: undefined, STORE_FAILURE: 'refuse' } as const;

/** The servers whose databases hold other things than Kratos': clients, grants and relations. */
const others = ['hydra', 'keto'];
const inOthers = (statements: string): string[] =>
  others.map((name) => postgres.query(name, name, statements));

/** The tables of Hydra that the scripts change, with the columns that they name. */
const hydraTables = [
  'flow',
  'access',
  'refresh',
  'code',
  'oidc',
  'pkce',
  'device_auth_codes',
  'authentication_session',
  'trusted_jwt_bearer_issuer',
]
  .map(
    (name) =>
      `CREATE TABLE hydra_oauth2_${name} (state int, login_error text, consent_error text, requested_at timestamp, expires_at timestamp);`,
  )
  .join('');

test('accounts are as before once a backup has been restored, and what had been ended stays so', async () => {
  run(`sh ${root}/provider/postgres/databases.sh`);
  await start();
  inOthers("CREATE TABLE kept (value text); INSERT INTO kept VALUES ('earlier')");
  postgres.query('hydra', 'hydra', `${hydraTables} INSERT INTO hydra_oauth2_refresh DEFAULT VALUES`);
  const account = await createIdentity(kratos.adminUrl);
  const gone = await createIdentity(kratos.adminUrl);
  const jar = await signIn(kratos.publicUrl, account);
  await requestRecovery(kratos.publicUrl, account.email);
  const store = await openStore(
    { ...settings, DATABASE_URL: `postgres:///portal?user=portal&host=${postgres.environment.PGHOST}` },
    pino({ level: 'silent' }),
  );
  for (const identity of ['kept', gone.id]) await store.record({ identity, kind: 'signedIn' });
  const backup = operate(`backup.sh ${directory}/backups`).trim();
  expect(run(`find backups -perm /077`)).toBe('');
  const later = await createIdentity(kratos.adminUrl);
  inOthers("INSERT INTO kept VALUES ('later'); CREATE TABLE new (value text)");
  const line = {
    time: new Date().toISOString(),
    audit: 'deleteIdentity',
    method: 'DELETE',
    target: { id: gone.id },
    status: 204,
  };
  writeFileSync(path.join(directory, 'clone/audit.log'), `${JSON.stringify(line)}\n`);

  await kratos.stop();
  operate(`restore.sh ${backup}`);
  expect(inOthers('SELECT value FROM kept')).toEqual(['earlier', 'earlier']);
  expect(inOthers("SELECT to_regclass('new')")).toEqual(['', '']);
  expect(postgres.query('portal', 'portal', 'SELECT identity FROM event')).toBe('kept');
  await store.close();
  await start();
  const session = await fetch(`${kratos.publicUrl}/sessions/whoami`, { headers: { cookie: jar.header() } });
  expect(session.status).toBe(401);
  await signIn(kratos.publicUrl, account);
  await expect(signIn(kratos.publicUrl, gone)).rejects.toThrow('400');
  await expect(signIn(kratos.publicUrl, later)).rejects.toThrow('400');
  expect(postgres.query('kratos', 'kratos', 'SELECT DISTINCT status FROM courier_messages')).toBe('4');
  expect(postgres.query('hydra', 'hydra', 'SELECT count(*) FROM hydra_oauth2_refresh')).toBe('0');
});

/** The clean-up, with DSNs as in compose. @returns its lines */
const cleanUp = (): { database: string; deleted: Record<string, number>; left: Record<string, number> }[] => {
  const { PGHOST } = postgres.environment;
  const dsn = (name: string): string =>
    `postgres://${name}:secret@/${name}?host=${PGHOST}&max_conns=20&sslmode=disable&max_idle_conns=20`;
  const lines = run(`sh ${root}/provider/postgres/cleanup.sh`, {
    KRATOS_DSN: dsn('kratos'),
    HYDRA_DSN: dsn('hydra'),
  });
  return lines
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as ReturnType<typeof cleanUp>[number]);
};

test('all that expired more than a day ago is deleted, in batches, and nothing else', async () => {
  await requestRecovery(kratos.publicUrl, 'nobody@portal.example');
  const kept = Number(postgres.query('kratos', 'kratos', 'SELECT count(*) FROM selfservice_recovery_flows'));
  const columns =
    'request_url, issued_at, active_method, csrf_token, created_at, updated_at, type, ui, state, nid';
  expect(
    postgres.query(
      'kratos',
      'kratos',
      `INSERT INTO selfservice_recovery_flows (id, expires_at, ${columns})
       SELECT gen_random_uuid(), now() AT TIME ZONE 'UTC' - hours * interval '1 hour', ${columns}
       FROM (SELECT * FROM selfservice_recovery_flows LIMIT 1) AS one, (VALUES (23), (25)) AS ages (hours), generate_series(1, 6000)`,
    ),
  ).toBe('');
  postgres.query(
    'hydra',
    'hydra',
    `INSERT INTO hydra_oauth2_flow (state, requested_at) SELECT state, now() AT TIME ZONE 'UTC' - hours * interval '1 hour'
     FROM (VALUES (1), (6)) AS states (state), (VALUES (23), (25)) AS ages (hours);
     INSERT INTO hydra_oauth2_access (expires_at) SELECT now() AT TIME ZONE 'UTC' - hours * interval '1 hour'
     FROM (VALUES (23), (25), (NULL)) AS ages (hours)`,
  );
  const [ofKratos, ofHydra] = cleanUp();
  expect(ofKratos).toMatchObject({
    database: 'kratos',
    deleted: { selfservice_recovery_flows: 6000, sessions: 0 },
    left: { selfservice_recovery_flows: 0 },
  });
  expect(ofHydra).toMatchObject({
    database: 'hydra',
    deleted: { hydra_oauth2_flow: 1, hydra_oauth2_access: 1 },
  });
  expect(postgres.query('kratos', 'kratos', 'SELECT count(*) FROM selfservice_recovery_flows')).toBe(
    String(kept + 6000),
  );
});

test('sent and abandoned mails of more than 30 days ago are deleted, and no others', async () => {
  const query = (statements: string): string => postgres.query('kratos', 'kratos', statements);
  query('DELETE FROM courier_messages');
  for (const to of ['sent', 'sent-lately', 'abandoned', 'queued'])
    await requestRecovery(kratos.publicUrl, `${to}@portal.example`);
  query(`
    UPDATE courier_messages SET status = CASE recipient
      WHEN 'queued@portal.example' THEN 1 WHEN 'abandoned@portal.example' THEN 4 ELSE 2 END;
    UPDATE courier_messages SET created_at = created_at - interval '31 days' WHERE recipient !~ 'lately'`);
  cleanUp();
  expect(query('SELECT recipient FROM courier_messages ORDER BY recipient').split('\n')).toEqual([
    'queued@portal.example',
    'sent-lately@portal.example',
  ]);
});
