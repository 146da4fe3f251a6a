import { oneTimeNotice } from '../security/cookies/oneTimeNotice.ts';

/** Notice that the user has just withdrawn applications' access. */
export const justWithdrawn = oneTimeNotice('portal_withdrawn');
