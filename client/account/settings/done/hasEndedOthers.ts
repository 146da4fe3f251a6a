import type { Done } from './useDone.ts';

/** What leaves the other sessions as they are, or is not known to end them. */
const harmless = new Set<Done['what']>(['profile', 'passkey', 'sessions', 'applications', 'other']);

/**
 * Whether a change has signed the user out everywhere else.
 *
 * @param others how many other sessions there are now; undefined if that is not known
 */
export const hasEndedOthers = (done: Done | undefined, others: number | undefined): boolean =>
  done !== undefined && !harmless.has(done.what) && others === 0 && done.others !== 0;
