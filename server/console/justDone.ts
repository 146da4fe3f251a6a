import { ownCookie } from '../security/cookies/ownCookie.ts';

/** Tells the next page which act was just made, and the id of its line in the log. */
export const justDone = ownCookie('portal_console_done', 60);
