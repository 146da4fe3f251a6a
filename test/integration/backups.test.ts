import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { parseAllDocuments } from 'yaml';
import { startKratos, type LocalKratos } from '../../provider/local/startKratos.ts';
import { fastHashes } from '../support/fastHashes.ts';
import { startAgreeablePortal, type AgreeablePortal } from '../support/agreeablePortal.ts';
import { createIdentity } from '../support/identities.ts';
import { signIn } from '../support/kratosLogin.ts';
import { passwords, startPostgres, type LocalPostgres } from '../support/postgres.ts';

interface CronJob {
  metadata: { name: string };
  spec: {
    jobTemplate: {
      spec: {
        template: { spec: { containers: { args?: string[]; env?: { name: string; value?: string }[] }[] } };
      };
    };
  };
}

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

function run(script: string): void {
  const { status, stderr } = spawnSync('sh', ['-e', '-c', script], {
    cwd: directory,
    env: { ...postgres.environment, ...passwords },
    encoding: 'utf8',
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
}

/** The commands with which the documents back the databases up and restore them, for this server in place of a container. */
const [backUp = '', restore = ''] =
  readFileSync(path.join(root, 'docs/operating.md'), 'utf8')
    .replace(/^[^]*## Secrets and backups/, '')
    .replace(/^ {4}docker compose (?:stop|up).*/gm, '')
    .replaceAll(/docker compose exec (?:-T )?postgres /g, '')
    .replaceAll('/docker-entrypoint-initdb.d', path.join(root, 'provider/postgres'))
    .match(/(?:^ {4}.*\n)+/gm) ?? [];

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

/** The servers whose databases hold other things than Kratos': clients, grants and relations. */
const others = ['hydra', 'keto'];
const inOthers = (statements: string): string[] =>
  others.map((name) => postgres.query(name, name, statements));

test('accounts, sessions and the other databases are as before once a backup has been restored by the commands of the documents', async () => {
  run(`sh ${root}/provider/postgres/databases.sh`);
  await start();
  inOthers("CREATE TABLE kept (value text); INSERT INTO kept VALUES ('earlier')");
  const account = await createIdentity(kratos.adminUrl);
  const jar = await signIn(kratos.publicUrl, account);
  run(backUp);
  const later = await createIdentity(kratos.adminUrl);
  inOthers("INSERT INTO kept VALUES ('later'); CREATE TABLE new (value text)");

  await kratos.stop();
  run(restore);
  expect(inOthers('SELECT value FROM kept')).toEqual(['earlier', 'earlier']);
  expect(inOthers("SELECT to_regclass('new')")).toEqual(['', '']);
  await start();
  const session = await fetch(`${kratos.publicUrl}/sessions/whoami`, { headers: { cookie: jar.header() } });
  expect(session.status).toBe(200);
  await signIn(kratos.publicUrl, account);
  await expect(signIn(kratos.publicUrl, later)).rejects.toThrow('400');
});

const oldMails = `${root}/provider/kratos/deleteOldMails.sql`;

/** The script of the job on Kubernetes, with a DSN as in its secret. */
const jobOnKubernetes = (): string => {
  const jobs = parseAllDocuments(
    readFileSync(path.join(root, 'deploy/kubernetes/base/kratosJobs.yaml'), 'utf8'),
  ).map((job) => job.toJS() as CronJob);
  const [container] =
    jobs.find(({ metadata }) => metadata.name === 'mail-cleanup')?.spec.jobTemplate.spec.template.spec
      .containers ?? [];
  const { PGHOST } = postgres.environment;
  const url = `postgres://kratos:secret@/kratos?host=${PGHOST}&sslmode=disable`;
  const statement = container?.env?.find(({ name }) => name === 'SQL')?.value ?? '';
  return `DATABASE_URL='${url}'\nSQL='${statement.replaceAll("'", String.raw`'\''`)}'\n${container?.args?.join() ?? ''}`;
};

test.each([
  ['in compose', () => `psql --username kratos --quiet --no-psqlrc --file ${oldMails} kratos`],
  ['on Kubernetes', jobOnKubernetes],
])(
  '%s, sent and abandoned mails of more than 30 days ago are deleted, and no others',
  async (_where, job) => {
    const query = (statements: string): string => postgres.query('kratos', 'kratos', statements);
    query('DELETE FROM courier_messages');
    for (const to of ['sent', 'sent-lately', 'abandoned', 'queued'])
      await requestRecovery(kratos.publicUrl, `${to}@portal.example`);
    query(`
    UPDATE courier_messages SET status = CASE recipient
      WHEN 'queued@portal.example' THEN 1 WHEN 'abandoned@portal.example' THEN 4 ELSE 2 END;
    UPDATE courier_messages SET created_at = created_at - interval '31 days' WHERE recipient !~ 'lately'`);
    run(job());
    expect(query('SELECT recipient FROM courier_messages ORDER BY recipient').split('\n')).toEqual([
      'queued@portal.example',
      'sent-lately@portal.example',
    ]);
  },
);
