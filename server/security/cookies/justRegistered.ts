import { oneTimeNotice } from './oneTimeNotice.ts';

/** Notice that the user has just created an account and has to sign in to it. */
export const justRegistered = oneTimeNotice('portal_registered');
