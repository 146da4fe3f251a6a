import { oneTimeNotice } from '../security/cookies/oneTimeNotice.ts';

/** Notice that the user has just allowed a device to sign in. */
export const justConnected = oneTimeNotice('portal_connected');
