import { oneTimeNotice } from '../security/cookies/oneTimeNotice.ts';

/** Notice that the user has just ended sessions. */
export const justEnded = oneTimeNotice('portal_ended');
