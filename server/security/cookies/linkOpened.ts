import { oneTimeNotice } from './oneTimeNotice.ts';

/** Says that a mailed link has just been opened, which filled in its code. */
export const linkOpened = oneTimeNotice('portal_link');
