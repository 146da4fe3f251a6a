import { oneTimeNotice } from './oneTimeNotice.ts';

/** Notice that the user has just signed out. */
export const justSignedOut = oneTimeNotice('portal_signed_out');
