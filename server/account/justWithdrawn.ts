import { oneTimeNotice } from '../security/cookies/oneTimeNotice.ts';

/** Says that the user has just withdrawn the access of applications. */
export const justWithdrawn = oneTimeNotice('portal_withdrawn');
