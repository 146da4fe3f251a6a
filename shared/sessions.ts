import type { Session } from '@ory/client';
import { readSession } from './readSession.ts';

/** The fields of a session that its user sees. */
export type SessionSummary = Pick<
  Session,
  'id' | 'authenticated_at' | 'issued_at' | 'authentication_methods' | 'devices'
>;

/** A user's sessions: this browser's own, and the others. */
export interface OwnSessions {
  current: SessionSummary;
  others: SessionSummary[];
  /** Whether the user has just ended sessions without scripts. */
  ended?: boolean;
}

/** How long a session stays privileged, in milliseconds: Kratos' default for settings. */
const privilegedTime = 15 * 60 * 1000;

/** Whether a session is privileged, that is, was authenticated recently. */
export const isPrivileged = ({ authenticated_at: at }: SessionSummary): boolean =>
  at !== undefined && Date.now() - Date.parse(at) < privilegedTime;

/** Returns the active sessions of the provider's list other than the current one. */
export const otherSessions = (listed: readonly unknown[], current: Pick<SessionSummary, 'id'>): Session[] =>
  listed
    .map(readSession)
    .filter((session) => session !== undefined)
    .filter(({ id, active }) => id !== current.id && active);
