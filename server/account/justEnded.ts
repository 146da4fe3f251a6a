import { oneTimeNotice } from '../pages/oneTimeNotice.ts';

/** Says that the user has just ended sessions. */
export const justEnded = oneTimeNotice('portal_ended');
