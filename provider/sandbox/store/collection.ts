import type { DatabaseSync } from 'node:sqlite';

/** Documents of one kind, in the order in which they were first stored. */
export interface Collection<Document> {
  get: (id: string) => Document | undefined;
  put: (id: string, document: Document) => void;
  /** @returns whether there was one */
  delete: (id: string) => boolean;
  all: () => Document[];
}

/** The documents of a kind. @param kind its name in the database */
export function collection<Document>(database: DatabaseSync, kind: string): Collection<Document> {
  const select = database.prepare('SELECT body FROM records WHERE kind = ? AND id = ?');
  const selectAll = database.prepare('SELECT body FROM records WHERE kind = ? ORDER BY position');
  const upsert = database.prepare(
    'INSERT INTO records (kind, id, body) VALUES (?, ?, ?) ON CONFLICT (kind, id) DO UPDATE SET body = excluded.body',
  );
  const remove = database.prepare('DELETE FROM records WHERE kind = ? AND id = ?');
  const parse = (row: Record<string, unknown>): Document => JSON.parse(String(row.body)) as Document;
  return {
    get: (id) => {
      const row = select.get(kind, id);
      return row && parse(row);
    },
    put: (id, document) => void upsert.run(kind, id, JSON.stringify(document)),
    delete: (id) => Number(remove.run(kind, id).changes) > 0,
    all: () => selectAll.all(kind).map(parse),
  };
}
