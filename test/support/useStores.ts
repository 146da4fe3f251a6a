import { afterAll, afterEach, beforeAll } from '@jest/globals';
import { pino, type Logger } from 'pino';
import { openStore, type Store } from '../../server/store/store.ts';
import { newDirectory } from './newDirectory.ts';
import { startPostgres, type LocalPostgres } from './postgres.ts';

/** A log that keeps its lines. */
export function lines(): { log: Logger; said: string[] } {
  const said: string[] = [];
  const say = (fields: unknown, line = fields as string): void => void said.push(line);
  return { log: { info: say, warn: say, error: say } as unknown as Logger, said };
}

/** The settings of a store that has a database. */
export const storeDefaults = {
  COOKIE_SECRET: 'a secret of thirty-two characters or more',
  HISTORY_DAYS: 400,
  HISTORY_WAIT_MS: 5000,
  STORE_FAILURE: 'serve',
} as const;

/** Opens the store of a running portal beside it. @param directory the portal's `DATA_DIRECTORY` */
export const storeIn = (directory: string): Promise<Store> =>
  openStore(
    { ...storeDefaults, DATABASE_URL: undefined, DATA_DIRECTORY: directory, STORE_FAILURE: 'refuse' },
    pino({ level: 'silent' }),
  );

/** Starts a PostgreSQL before the tests of a file; it ends after them, and each store after its test. */
export function useStores() {
  let server: LocalPostgres;
  let databases = 0;
  const opened: Store[] = [];
  beforeAll(async () => {
    server = await startPostgres('portal');
  }, 180_000);
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((store) => store.close()));
  });
  afterAll(() => server.stop());
  return {
    /** The PostgreSQL. */
    postgres: () => server,
    /** The stores that end after the test. */
    opened,
    /** The settings of a new database. */
    newDatabase: {
      SQLite: () => ({ ...storeDefaults, DATABASE_URL: undefined, DATA_DIRECTORY: newDirectory() }),
      PostgreSQL: () => {
        const name = `portal${(databases += 1)}`;
        server.query('portal', 'postgres', `CREATE DATABASE ${name}`);
        const host = encodeURIComponent(server.environment.PGHOST ?? '');
        return {
          ...storeDefaults,
          DATABASE_URL: `postgres:///${name}?user=portal&host=${host}`,
          DATA_DIRECTORY: undefined,
        };
      },
    },
    /** Opens a store. */
    open: async (settings: Parameters<typeof openStore>[0], log = lines().log): Promise<Store> => {
      const store = await openStore(settings, log);
      opened.push(store);
      return store;
    },
  };
}
