import { oneTimeNotice } from './oneTimeNotice.ts';

/** Notice that the user has just verified an address. */
export const justVerified = oneTimeNotice('portal_verified');
