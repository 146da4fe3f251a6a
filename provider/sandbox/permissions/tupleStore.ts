import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import type { RelationQuery, RelationTuple, SubjectSet } from './relationTuple.ts';

type Row = Record<
  'namespace' | 'object' | 'relation' | 'set_namespace' | 'set_object' | 'set_relation',
  string
> & {
  id: number;
  subject_id: string | null;
};

/** A store of relation tuples in SQLite. Like Keto's, it stores a tuple as often as it is inserted. */
export interface TupleStore {
  /** Inserts and deletes atomically. A tuple in both lists is deleted. */
  change(inserted: RelationTuple[], deleted: RelationTuple[]): void;
  deleteAll(query: RelationQuery): void;
  /** Returns up to `size` tuples in insertion order, after the one with the number `after`. */
  page(
    query: RelationQuery,
    after: number,
    size: number,
  ): { tuples: RelationTuple[]; last: number; more: boolean };
  all(query: RelationQuery): RelationTuple[];
  has(tuple: RelationQuery): boolean;
  close(): void;
}

/** Splits a tuple or query into columns. Given two subjects, Keto uses the id. */
function columnsOf({ namespace, object, relation, subject_id: id, subject_set }: RelationQuery) {
  const set = id === undefined ? subject_set : undefined;
  return {
    namespace,
    object,
    relation,
    subject_id: id,
    set_namespace: set?.namespace,
    set_object: set?.object,
    set_relation: set?.relation,
  };
}

function tupleOf(row: Row): RelationTuple {
  const { namespace, object, relation, subject_id: id } = row;
  if (id !== null) return { namespace, object, relation, subject_id: id, subject_set: undefined };
  const set: SubjectSet = {
    namespace: row.set_namespace,
    object: row.set_object,
    relation: row.set_relation,
  };
  return { namespace, object, relation, subject_id: undefined, subject_set: set };
}

/** Returns the condition for a query's rows, and its values. */
function where(query: RelationQuery): [string, SQLInputValue[]] {
  const given = Object.entries(columnsOf(query)).filter((entry) => entry[1] !== undefined);
  const conditions = given.map(([column]) => `${column} = ?`);
  return [['TRUE', ...conditions].join(' AND '), given.map(([, value]) => value ?? null)];
}

/** Opens the store in a file, which is created if it is missing. */
export function openTupleStore(file: string): TupleStore {
  const database = new DatabaseSync(file);
  database.exec(`
    PRAGMA journal_mode = WAL;
    CREATE TABLE IF NOT EXISTS relation_tuples (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      namespace TEXT NOT NULL, object TEXT NOT NULL, relation TEXT NOT NULL,
      subject_id TEXT, set_namespace TEXT, set_object TEXT, set_relation TEXT
    ) STRICT;
    CREATE INDEX IF NOT EXISTS by_object ON relation_tuples (namespace, object, relation)`);

  function page(query: RelationQuery, after: number, size: number) {
    const [condition, parameters] = where(query);
    const rows = database
      .prepare(`SELECT * FROM relation_tuples WHERE ${condition} AND id > ? ORDER BY id LIMIT ?`)
      .all(...parameters, after, size + 1) as Row[];
    const shown = rows.slice(0, size);
    return { tuples: shown.map(tupleOf), last: shown.at(-1)?.id ?? after, more: rows.length > size };
  }
  const all = (query: RelationQuery) => page(query, 0, Number.MAX_SAFE_INTEGER - 1).tuples;
  function deleteAll(query: RelationQuery) {
    const [condition, parameters] = where(query);
    database.prepare(`DELETE FROM relation_tuples WHERE ${condition}`).run(...parameters);
  }
  return {
    change(inserted, deleted) {
      const insert = database.prepare('INSERT INTO relation_tuples VALUES (NULL, ?, ?, ?, ?, ?, ?, ?)');
      database.exec('BEGIN');
      try {
        for (const tuple of inserted)
          insert.run(...Object.values(columnsOf(tuple)).map((value) => value ?? null));
        for (const tuple of deleted) deleteAll(tuple);
        database.exec('COMMIT');
      } catch (cause) {
        database.exec('ROLLBACK');
        throw cause;
      }
    },
    deleteAll,
    page,
    all,
    has: (query) => page(query, 0, 1).tuples.length > 0,
    close: () => database.close(),
  };
}
