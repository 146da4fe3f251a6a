/**
 * Fills the index of people with BENCH_PEOPLE made-up ones (100,000), and compares how long its lists and searches take with their
 * targets: in SQLite, and in PostgreSQL if there is one.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { openStore, type Store } from '../server/store/store.ts';
import { hasPostgres, startPostgres } from '../test/support/postgres.ts';
import { report } from './report.ts';

const amount = Number(process.env.BENCH_PEOPLE ?? 100_000);
const batch = 1000;
const repetitions = 9;
const target = { list: 300, search: 100 };

const firsts = ['Ada', 'Grace', 'Edsger', 'Barbara', 'Donald', 'Radia', 'Tony', 'Frances', 'Ken', 'Margaret'];
const lasts = ['Lovelace', 'Hopper', 'Dijkstra', 'Liskov', 'Knuth', 'Perlman', 'Hoare', 'Allen', 'Thompson'];

function person(at: number) {
  const first = firsts[at % firsts.length] ?? '';
  const last = lasts[at % lasts.length] ?? '';
  const identity = `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`;
  const address = `${first}.${last}.${at}@example${at % 50}.org`.toLowerCase();
  return {
    identity,
    name: `${first} ${last}`,
    address,
    schema: 'default',
    state: at % 100 === 0 ? 'inactive' : 'active',
    methods: at % 10 === 0 ? ['code', 'password', 'totp'] : ['code', 'password'],
    proved: at % 20 !== 0,
    created: 1_700_000_000_000 + at,
    ...(at % 3 !== 0 && { signedIn: 1_750_000_000_000 + at }),
    text: [identity, address, first, last, `+49 170 ${at}`, `${at % 97} Main Street`].join('\n'),
  };
}

/** The median duration of a query, in milliseconds. */
async function median(query: () => Promise<unknown>): Promise<number> {
  const durations: number[] = [];
  for (let turn = 0; turn < repetitions; turn += 1) {
    const began = performance.now();
    await query();
    durations.push(performance.now() - began);
  }
  return durations.toSorted((a, b) => a - b)[Math.floor(repetitions / 2)] ?? Number.NaN;
}

async function measure({ people }: Store): Promise<void> {
  const began = performance.now();
  for (let at = 0; at < amount; at += batch)
    await people.put(Array.from({ length: Math.min(batch, amount - at) }, (_, one) => person(at + one)));
  console.log(`  filled in ${Math.round((performance.now() - began) / 1000)} s`);
  const list = async (what: string, query: () => Promise<unknown>) =>
    report(`${what}, ms`, await median(query), { most: target.list });
  const search = async (words: string) =>
    report(`search for ${words}, ms`, await median(() => people.find({ words })), { most: target.search });
  await list('first page', () => people.find({}));
  await list('a page in the middle', () => people.find({ after: String(amount / 2) }));
  await list('first page of those not signed in to', () => people.find({ filters: { inactiveSince: 1 } }));
  await list('a filter that finds nobody', () => people.find({ filters: { method: 'passkey' } }));
  await list('two letters that nobody has', () => people.find({ words: 'zq' }));
  await list('count, capped', () => people.count({}));
  await list('count of a search, capped', () => people.count({ words: 'lovelace' }));
  for (const words of [`hopper.${amount - 9}@`, 'lovelace', 'example', 'ada knuth', 'nobody-is-called-that'])
    await search(words);
}

const directory = mkdtempSync(path.join(tmpdir(), 'people-'));
const settings = {
  COOKIE_SECRET: 'none',
  HISTORY_DAYS: 400,
  HISTORY_WAIT_MS: 0,
  STORE_FAILURE: 'refuse',
} as const;
const log = pino({ level: 'warn' });
try {
  console.log(`SQLite, ${amount} people`);
  const sqlite = await openStore({ ...settings, DATABASE_URL: undefined, DATA_DIRECTORY: directory }, log);
  await measure(sqlite).finally(() => sqlite.close());
} finally {
  rmSync(directory, { recursive: true });
}
if (hasPostgres()) {
  console.log(`PostgreSQL, ${amount} people`);
  const postgres = await startPostgres('portal');
  try {
    const host = encodeURIComponent(postgres.environment.PGHOST ?? '');
    const url = `postgres:///postgres?user=portal&host=${host}`;
    const store = await openStore({ ...settings, DATABASE_URL: url, DATA_DIRECTORY: undefined }, log);
    await measure(store).finally(() => store.close());
  } finally {
    await postgres.stop();
  }
}
