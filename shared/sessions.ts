import { objectsIn, textIn } from './fields.ts';
import type { Session, SessionAuthenticationMethod } from '@ory/client';
import { readSession } from './readSession.ts';
import type { AgentName } from './userAgent.ts';

/** The fields of a session that its user sees. */
export type SessionSummary = Pick<
  Session,
  'id' | 'authenticated_at' | 'issued_at' | 'authentication_methods' | 'devices'
>;

/** A user's sessions: this browser's own, and the others. */
export interface OwnSessions {
  current: SessionSummary;
  others: SessionSummary[];
  /** What the user has just signed out without scripts. */
  ended?: EndedDevices | undefined;
}

/** Devices that were signed out. */
export interface EndedDevices {
  /** How many; 0 if they were signed out already. */
  devices: number;
  /** The name of a single one, if known. */
  name?: AgentName | undefined;
}

/** How long a session stays privileged, in milliseconds: Kratos' default for settings. */
const privilegedTime = 15 * 60 * 1000;

/** Returns until when a session is privileged, in milliseconds since 1970; `NaN` if unknown. */
export const privilegedUntil = ({ authenticated_at: at }: SessionSummary): number =>
  Date.parse(at ?? '') + privilegedTime;

/** Whether a session is privileged, that is, was authenticated recently. */
export const isPrivileged = (session: SessionSummary): boolean => Date.now() < privilegedUntil(session);

/** Returns how many whole seconds after the latest sign-in a method was noted; `NaN` if unknown. */
export const secondsAfterSignIn = (
  { completed_at: method }: SessionAuthenticationMethod,
  { authenticated_at: signIn }: SessionSummary,
): number => Math.trunc((Date.parse(textIn(method) ?? '') - Date.parse(textIn(signIn) ?? '')) / 1000);

/**
 * Returns the methods that a session began with, and those of its latest sign-in. The provider adds methods that are set up or
 * linked later.
 */
export const givenMethods = (session: SessionSummary): SessionAuthenticationMethod[] =>
  objectsIn(session.authentication_methods).filter(
    (method, index) => index === 0 || !secondsAfterSignIn(method, session),
  );

/** Returns the active sessions of the provider's list other than the current one. */
export const otherSessions = (listed: readonly unknown[], current: Pick<SessionSummary, 'id'>): Session[] =>
  listed
    .map(readSession)
    .filter((session) => session !== undefined)
    .filter(({ id, active }) => id !== current.id && active)
    .map((session) => ({ ...session, authentication_methods: givenMethods(session) }));
