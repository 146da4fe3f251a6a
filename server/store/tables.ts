import type { Kysely } from 'kysely';

/** What happened to an account. */
interface EventTable {
  /** A UUID, so that one that is written again is not kept twice. */
  id: string;
  /** The id of the identity. */
  identity: string;
  /** What happened: a name of `shared/activity.ts`. */
  kind: string;
  /** When, in milliseconds since 1970; a driver may return a text. */
  at: number;
  /** JSON: how, with what and from where. */
  about: string;
}

/** The tables of the portal's own database. */
export interface Tables {
  event: EventTable;
}

/** The portal's own database. */
export type Database = Kysely<Tables>;
