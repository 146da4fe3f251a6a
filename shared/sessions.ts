import type { Session } from '@ory/client';
import { readSession } from './readSession.ts';

/** What a person is told of one of their sessions. */
export type SessionSummary = Pick<
  Session,
  'id' | 'authenticated_at' | 'issued_at' | 'authentication_methods' | 'devices'
>;

/** Where somebody is signed in: here, and elsewhere. */
export interface OwnSessions {
  current: SessionSummary;
  others: SessionSummary[];
}

/** For how long a sign-in is fresh enough to end other sessions, in milliseconds: the provider's own default for settings. */
const privilegedTime = 15 * 60 * 1000;

/**
 * Whether somebody has shown recently who they are.
 *
 * @param session with the time of its last authentication
 */
export const isPrivileged = ({ authenticated_at: at }: SessionSummary): boolean =>
  at !== undefined && Date.now() - Date.parse(at) < privilegedTime;

/**
 * The active sessions besides the current one, from the provider's list.
 *
 * @param listed the body of `GET /sessions`
 * @param current the session that asks
 */
export const otherSessions = (listed: readonly unknown[], current: Pick<SessionSummary, 'id'>): Session[] =>
  listed
    .map(readSession)
    .filter((session) => session !== undefined)
    .filter(({ id, active }) => id !== current.id && active);
