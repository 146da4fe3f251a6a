import type { IncomingHttpHeaders } from 'node:http';
import type { Settings } from '../settings/config.ts';
import type { ProviderCookies } from './cookies/providerCookies.ts';
import { keysWith, type SettledAnswer } from './limits/limitParts.ts';
import type { MakeStore } from './limits/stores.ts';
import { createSeal } from './seal.ts';
import { sessionsIn, startedSessions } from './submission/sessions.ts';
import { distinct } from './submission/readForm.ts';

/** Returns the identities whose sessions a call carries, as cookies or a token; of several cookies, Kratos reads one. */
export type OwnersOf = (headers: IncomingHttpHeaders) => Promise<string[]>;

const minuteMs = 60_000;

/** As long as Kratos' sessions last. */
const sessionSeconds = 30 * 24 * 60 * 60;

/**
 * Creates the memory of whose sessions wait for a second factor: Kratos does not say. Kratos asks about a sign-in while the call
 * lasts that then gets the session, so the call's id leads from the account to the session.
 */
export function createFirstFactors({
  settings: { COOKIE_SECRET },
  makeStore,
  cookies,
}: {
  settings: Pick<Settings, 'COOKIE_SECRET'>;
  makeStore: MakeStore;
  cookies: ProviderCookies;
}) {
  const keyOf = keysWith(COOKIE_SECRET);
  const { seal, open } = createSeal(COOKIE_SECRET, 'first factors', sessionSeconds);
  const calls = makeStore('first factors', minuteMs);
  const owners = makeStore('waiting sessions', sessionSeconds * 1000);
  const note = async (call: string, identity: string): Promise<void> => calls.set(call, seal(identity));
  const keep = async (call: string, sessions: readonly string[]): Promise<void> => {
    const owner = sessions.length > 0 ? await calls.get(call) : undefined;
    if (owner !== undefined)
      await Promise.all(sessions.map(async (one) => owners.set(keyOf('session', one), owner)));
  };
  const find = async (sessions: readonly string[]): Promise<string[]> => {
    const found = await Promise.all(sessions.map(async (one) => owners.get(keyOf('session', one))));
    return distinct(found.map((owner) => open(owner ?? '')).filter((owner) => owner !== undefined));
  };

  // no sign-in fails with a store: what it does not keep is missing in a history
  return {
    /** Remembers whose first factor Kratos asks about in a call. */
    given: (call: string, identity: string): Promise<void> => note(call, identity).catch(() => undefined),
    /** Remembers whose the sessions are that a call's answer starts. */
    answered: (call: string, answer: SettledAnswer): Promise<void> =>
      keep(call, startedSessions(answer, cookies)).catch(() => undefined),
    /** Returns the identities whose waiting sessions a call carries. */
    ownersOf: ((headers) => find(sessionsIn(headers, cookies)).catch(() => [])) satisfies OwnersOf,
  };
}

/** Knows whose sessions wait for a second factor. No function rejects. */
export type FirstFactors = ReturnType<typeof createFirstFactors>;
