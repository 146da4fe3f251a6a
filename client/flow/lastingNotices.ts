import type { Notice } from '../../shared/page.ts';

/** The notices that say why an application's request needs a sign-in: they hold whatever is answered to a form. */
export const lastingNotices: ReadonlySet<Notice | undefined> = new Set(['askedAgain', 'signInTooOld']);
