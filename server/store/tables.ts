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

/** A mail about an event that waits to be sent. */
interface NoticeTable {
  /** The id of the event. */
  event: string;
  address: string;
  identity: string;
  kind: string;
  at: number;
  about: string;
  /** The language that was known then; empty for none. */
  locale: string;
  /** When it is tried next, in milliseconds since 1970. */
  due: number;
}

/** What somebody has chosen. */
interface PreferenceTable {
  identity: string;
  /** JSON: the kinds of events that they want no mail about. */
  muted: string;
}

/** An account whose owner has asked to delete it. */
interface DeletionTable {
  identity: string;
  /** When it is to be deleted, in milliseconds since 1970. */
  due: number;
  /** When it is tried next. */
  next: number;
  /** JSON: the addresses that are told. */
  addresses: string;
  locale: string;
}

/** The tables of the portal's own database. */
export interface Tables {
  deletion: DeletionTable;
  event: EventTable;
  notice: NoticeTable;
  preference: PreferenceTable;
}

/** The portal's own database. */
export type Database = Kysely<Tables>;
