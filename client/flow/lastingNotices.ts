import type { Notice } from '../../shared/page.ts';

/**
 * The notices that hold whatever is answered to a form: why an application's request needs a sign-in, and, until a code is
 * asked for, that an address is corrected.
 */
export const lastingNotices: ReadonlySet<Notice | undefined> = new Set([
  'askedAgain',
  'signInTooOld',
  'correcting',
]);
