import { oneTimeNotice } from './oneTimeNotice.ts';

/** Says that the user has just created an account, which they have to sign in to. */
export const justRegistered = oneTimeNotice('portal_registered');
