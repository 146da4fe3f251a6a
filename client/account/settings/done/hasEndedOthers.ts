import type { Done } from './useDone.ts';

/** The changes that keep the other sessions, or are not known to end them. */
const harmless = new Set<Done['what']>(['profile', 'passkey', 'sessions', 'applications', 'other']);

/**
 * Whether a change has signed the user out everywhere else.
 *
 * @param others how many other sessions there are now; undefined if unknown
 */
export const hasEndedOthers = (done: Done | undefined, others: number | undefined): boolean =>
  done !== undefined && !harmless.has(done.what) && others === 0 && done.others !== 0;
