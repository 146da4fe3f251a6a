import type { Generated, Kysely } from 'kysely';

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
  /** Of that what lists are filtered by: from where, in which request, about which application. */
  address: string | null;
  request: string | null;
  client: string | null;
}

/** A mail of the portal's own: about an event, or a code of an administrator's. */
interface NoticeTable {
  /** The id of the event; of another mail its own. */
  event: string;
  address: string;
  identity: string;
  kind: string;
  at: number;
  about: string;
  /** The language that was known then; empty for none. */
  locale: string;
  /** When it is tried next, in milliseconds since 1970; never, once it has ended. */
  due: number;
  /** When it was sent or given up; null while it waits. */
  ended: number | null;
  /** What kept it from being sent the last time; empty for none. */
  error: string;
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

/** An account as administrators find it: a copy of what Kratos knows. */
interface PersonTable {
  /** Lists are in its order; it never changes. */
  number: Generated<number>;
  /** The id of the identity. */
  identity: string;
  name: string;
  address: string;
  schema: string;
  state: string;
  /** The kinds of its credentials, with a comma before and after each. */
  methods: string;
  /** Whether its first address is proved: 1 or 0. */
  proved: number;
  /** When it was created, and last signed in to, in milliseconds since 1970. */
  created: number;
  signedIn: number | null;
  /** The filling of the index that has seen it last. */
  round: number;
  /** All that it can be found by, in small letters. */
  text: string;
}

/** How far the filling of the index of people is: one row. */
interface FillingTable {
  round: number;
  /** The token of Kratos' next page; empty for the first, null once the round is over. */
  token: string | null;
  /** Until when one replica has it to itself, in milliseconds since 1970. */
  leaseUntil: number;
  /** When a round was over last, in milliseconds since 1970. */
  finishedAt: number | null;
}

/** What an administrator has done, or was not let do. */
interface ActTable {
  /** Its place in the chain, without gaps. */
  number: number;
  /** A short text that people can read out. */
  id: string;
  /** When, in milliseconds since 1970. */
  at: number;
  actor: string;
  operation: string;
  target: string;
  outcome: string;
  /** The id of the line that said that it begins; empty for none. */
  begun: string;
  /** JSON: why, what it changed, from where. */
  about: string;
  /** Of that what lists are filtered by; the hash covers it in `about`. */
  address: string | null;
  request: string | null;
  item: string | null;
  /** The hash of the act before; empty for the first of all. */
  previous: string;
  hash: string;
  /** Of the hash, with a key of COOKIE_SECRET. */
  signature: string;
}

/** The newest act of the chain: one row, which replicas lock to append to it. */
interface ActHeadTable {
  number: number;
  hash: string;
  /** The number of the newest act that was deleted by age, its hash, and a signature of both; 0 and empty for none. */
  pruned: number;
  prunedHash: string;
  prunedSignature: string;
}

/** Whose turn it is to work on something. */
interface TurnTable {
  key: string;
  holder: string;
  /** Until when at most, in milliseconds since 1970. */
  until: number;
}

/** The tables of the portal's own database. */
export interface Tables {
  act: ActTable;
  act_head: ActHeadTable;
  deletion: DeletionTable;
  event: EventTable;
  filling: FillingTable;
  notice: NoticeTable;
  person: PersonTable;
  /** SQLite's index of the texts of people, by their numbers. */
  person_text: { rowid: number };
  preference: PreferenceTable;
  turn: TurnTable;
}

/** The portal's own database. */
export type Database = Kysely<Tables>;
