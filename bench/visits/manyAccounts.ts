import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { statSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createIdentity } from '../../test/support/identities.ts';
import { signIn } from '../../test/support/kratosLogin.ts';
import type { LocalPostgres } from '../../test/support/postgres.ts';

/** How many identities Kratos takes in one `batchPatchIdentities`, if their passwords are hashed already. */
const largestBatch = 1000;

/** The tables of an identity that signs in with a password, and is signed in once. */
const tables = [
  'identities',
  'identity_credentials',
  'identity_credential_identifiers',
  'identity_verifiable_addresses',
  'identity_recovery_addresses',
  'sessions',
];

/** Columns that are another one's in each copy, and how. Kratos gives every id at random. */
const copied: Record<string, string> = {
  id: 'md5(id::text || n)::uuid',
  identity_id: 'md5(identity_id::text || n)::uuid',
  identity_credential_id: 'md5(identity_credential_id::text || n)::uuid',
  identifier: "'n' || n || '.' || identifier",
  value: "'n' || n || '.' || value",
  traits: `jsonb_set(traits, '{email}', to_jsonb('n' || n || '.' || (traits ->> 'email')))`,
  token: 'md5(token || n)',
  logout_token: 'md5(logout_token || n)',
};

const seconds = (began: number): number => Math.round((performance.now() - began) / 100) / 10;

/** Imports identities as an operator would who brings accounts of another system. @returns how long that took, in seconds */
async function importIdentities(adminUrl: string, batches: number): Promise<number> {
  const began = performance.now();
  // of bcrypt, cost 10
  const config = { hashed_password: '$2a$10$ZsCsoVQ3xfBG/K2z2XpBf.tm90GZmtOqtqWcB5.pYd5Eq8y7RlDyq' };
  for (let batch = 0; batch < batches; batch += 1) {
    const identities = Array.from({ length: largestBatch }, () => {
      const email = `${randomUUID()}@import.example`;
      const traits = { email, tos: true };
      const verifiable_addresses = [{ value: email, via: 'email', verified: true, status: 'completed' }];
      const create = {
        schema_id: 'default',
        traits,
        credentials: { password: { config } },
        verifiable_addresses,
      };
      return { create, patch_id: randomUUID() };
    });
    const answer = await fetch(`${adminUrl}/admin/identities`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ identities }),
    });
    if (!answer.ok) throw new Error(`a batch was refused: ${answer.status} ${await answer.text()}`);
  }
  return seconds(began);
}

/** Copies an account in the database. @throws Error with the first line of what PostgreSQL says */
function copyAccount(postgres: LocalPostgres, id: string, amount: number): void {
  const run = (statements: string): string => postgres.query('postgres', 'kratos', statements);
  for (const table of tables) {
    const columns = run(
      `SELECT column_name FROM information_schema.columns WHERE table_name = '${table}' AND is_generated = 'NEVER'`,
    ).split('\n');
    const owner = table === 'identities' ? `id = '${id}'` : `identity_id = '${id}'`;
    const condition =
      columns.includes('identity_id') || table === 'identities'
        ? owner
        : `identity_credential_id IN (SELECT id FROM identity_credentials WHERE ${owner})`;
    const wrong = run(
      `INSERT INTO ${table} (${columns.join()}) SELECT ${columns.map((column) => copied[column] ?? column).join()}
       FROM ${table}, generate_series(1, ${amount}) AS n WHERE ${condition}`,
    );
    if (wrong !== '') throw new Error(wrong);
  }
}

/** The median duration of a call of the admin API, in milliseconds. */
async function medianCall(url: string): Promise<number> {
  const durations: number[] = [];
  for (let call = 0; call < 20; call += 1) {
    const began = performance.now();
    const answer = await fetch(url);
    if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
    await answer.arrayBuffer();
    durations.push(performance.now() - began);
  }
  return Math.round(durations.toSorted((a, b) => a - b)[10] ?? NaN);
}

/** Dumps the database and restores it into another one, as deploy/compose/backup.sh and restore.sh do. */
function dumpAndRestore({ environment }: LocalPostgres): Record<string, number> {
  const dump = path.join(environment.PGHOST ?? '', 'kratos.dump');
  const timed = (command: string): number => {
    const began = performance.now();
    const { status, stderr } = spawnSync('sh', ['-ec', command], { env: environment, encoding: 'utf8' });
    if (status !== 0) throw new Error(stderr);
    return seconds(began);
  };
  const dumped = timed(`pg_dump --username postgres --format custom --file ${dump} kratos`);
  return {
    'dump, s': dumped,
    'size of the dump, MB': Math.round(statSync(dump).size / 1e6),
    'restore, s': timed(
      `createdb --username postgres restored; pg_restore --username postgres --dbname restored --jobs 4 ${dump}; dropdb --username postgres restored`,
    ),
  };
}

/**
 * Fills Kratos' database: the first ten thousand accounts by `batchPatchIdentities`, the others as copies of one. Then prints what
 * that, lists, a dump and a restore take.
 *
 * @param adminUrl Kratos' admin URL @param amount of accounts
 */
export async function addAccounts(
  postgres: LocalPostgres,
  { adminUrl, publicUrl }: { adminUrl: string; publicUrl: string },
  amount: number,
): Promise<void> {
  const batches = Math.min(10, Math.floor(amount / largestBatch));
  const imported = await importIdentities(adminUrl, batches);
  const account = await createIdentity(adminUrl);
  await signIn(publicUrl, account);
  copyAccount(postgres, account.id, amount - batches * largestBatch);
  postgres.query('postgres', 'kratos', 'VACUUM ANALYZE');
  // connections that Kratos has closed meanwhile are only noticed now
  await pause(100);
  const list = `${adminUrl}/admin/identities`;
  console.table({
    [`${amount} accounts`]: {
      'import of 1,000, s': imported / batches,
      'database, MB': Number(
        postgres.query('postgres', 'kratos', "SELECT pg_database_size('kratos') / 1000000"),
      ),
      'list of 250, ms': await medianCall(`${list}?page_size=250`),
      'one by identifier, ms': await medianCall(`${list}?credentials_identifier=n1.${account.email}`),
      ...dumpAndRestore(postgres),
    },
  });
}
