import type { DatabaseSync } from 'node:sqlite';
import type { Adapter, AdapterFactory, AdapterPayload } from 'oidc-provider';

const now = (): number => Math.floor(Date.now() / 1000);

/** Stores oidc-provider's artifacts: sessions, interactions, grants, codes and tokens. */
export interface Artifacts {
  /** The adapter of a model for oidc-provider. */
  adapter: AdapterFactory;
  /** Deletes a grant with all codes and tokens that came from it. */
  revokeGrant: (grantId: string) => void;
  /** Deletes a client's artifacts of some models. */
  deleteOfClient: (clientId: string, models: string[]) => void;
  /** Returns the uids of a subject's sessions. */
  sessionsOf: (subject: string) => string[];
}

/** @param findClient a client's metadata for oidc-provider, by its id */
export function artifacts(
  database: DatabaseSync,
  findClient: (id: string) => AdapterPayload | undefined,
): Artifacts {
  const upsert = database.prepare(
    'INSERT OR REPLACE INTO artifacts (model, id, body, expires_at, grant_id, uid, user_code, client_id, account_id) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)',
  );
  const find = (column: 'id' | 'uid' | 'user_code', model: string, value: string) => {
    const row = database
      .prepare(
        `SELECT body FROM artifacts WHERE model = ? AND ${column} = ? AND (expires_at IS NULL OR expires_at > ?)`,
      )
      .get(model, value, now());
    return Promise.resolve(row && (JSON.parse(String(row.body)) as AdapterPayload));
  };
  const revokeGrant = (grantId: string): void => {
    database
      .prepare("DELETE FROM artifacts WHERE grant_id = ? OR (model = 'Grant' AND id = ?)")
      .run(grantId, grantId);
  };

  const adapter = (model: string): Adapter => ({
    upsert: (id, payload, expiresIn) => {
      upsert.run(
        model,
        id,
        JSON.stringify(payload),
        expiresIn ? now() + expiresIn : null,
        payload.grantId ?? null,
        payload.uid ?? null,
        payload.userCode ?? null,
        payload.clientId ?? null,
        payload.accountId ?? null,
      );
      return Promise.resolve();
    },
    find: (id) => (model === 'Client' ? Promise.resolve(findClient(id)) : find('id', model, id)),
    findByUid: (uid) => find('uid', model, uid),
    findByUserCode: (code) => find('user_code', model, code),
    consume: (id) => {
      database
        .prepare("UPDATE artifacts SET body = json_set(body, '$.consumed', ?) WHERE model = ? AND id = ?")
        .run(now(), model, id);
      return Promise.resolve();
    },
    destroy: (id) => {
      database.prepare('DELETE FROM artifacts WHERE model = ? AND id = ?').run(model, id);
      return Promise.resolve();
    },
    revokeByGrantId: (grantId) => {
      revokeGrant(grantId);
      return Promise.resolve();
    },
  });

  return {
    adapter,
    revokeGrant,
    deleteOfClient: (clientId, models) => {
      const remove = database.prepare('DELETE FROM artifacts WHERE client_id = ? AND model = ?');
      for (const model of models) remove.run(clientId, model);
    },
    sessionsOf: (subject) =>
      database
        .prepare("SELECT uid FROM artifacts WHERE model = 'Session' AND account_id = ?")
        .all(subject)
        .map(({ uid }) => String(uid)),
  };
}
