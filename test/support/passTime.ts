import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { databaseFile } from '../../provider/local/localDirectory.ts';
import type { TestIdentity } from './identities.ts';
import type { Stack } from './stack.ts';

/** How long to wait for Kratos to release a lock, in milliseconds. */
const timeout = 20_000;

function change({ kratos }: Stack, act: (database: DatabaseSync) => void): void {
  const database = new DatabaseSync(databaseFile(path.dirname(kratos.logFile), 'kratos'), { timeout });
  try {
    act(database);
  } finally {
    database.close();
  }
}

const hour = 3_600_000;

interface StoredUi {
  messages?: { context?: Record<string, unknown> }[];
}

/** Takes an hour off the time that a recovery leaves for changes. @param ui a settings flow's, as Kratos stores it */
function withoutTimeLeft(ui: string): string {
  const read = JSON.parse(ui) as StoredUi;
  for (const { context = {} } of read.messages ?? [])
    for (const [name, value] of Object.entries(context)) {
      if (name === 'privileged_session_expires_at_unix') context[name] = Number(value) - hour / 1000;
      else if (/^privileged_?session_?expires_?at$/i.test(name))
        context[name] = new Date(Date.parse(String(value)) - hour).toISOString();
    }
  return JSON.stringify(read);
}

/** Makes all factors of a session an hour older. @param methods as Kratos stores them */
const givenEarlier = (methods: string): string =>
  methods.replace(
    /("completed_at":")([^"]+)/g,
    (_all, name: string, at: string) => name + new Date(Date.parse(at) - hour).toISOString(),
  );

/** Changes Kratos' database as if a user had signed in, or recovered their account, an hour earlier. */
export function ageSessions(stack: Stack, { id }: TestIdentity): void {
  change(stack, (database) => {
    database
      .prepare("UPDATE sessions SET authenticated_at = datetime('now', '-1 hour') WHERE identity_id = ?")
      .run(id);
    const sessions = database
      .prepare(
        'SELECT id, CAST(authentication_methods AS TEXT) AS methods FROM sessions WHERE identity_id = ?',
      )
      .all(id) as { id: string; methods: string }[];
    const given = database.prepare('UPDATE sessions SET authentication_methods = ? WHERE id = ?');
    for (const { id: session, methods } of sessions) given.run(givenEarlier(methods), session);
    const flows = database
      // Kratos 26.2 stores bytes
      .prepare('SELECT id, CAST(ui AS TEXT) AS ui FROM selfservice_settings_flows WHERE identity_id = ?')
      .all(id) as { id: string; ui: string }[];
    const update = database.prepare('UPDATE selfservice_settings_flows SET ui = ? WHERE id = ?');
    for (const flow of flows) update.run(withoutTimeLeft(flow.ui), flow.id);
  });
}

/** Ends all sessions in Kratos' database, as docs/incidents.md says. */
export const endSessions = (stack: Stack): void =>
  change(stack, (database) => database.exec('UPDATE sessions SET active = false'));
