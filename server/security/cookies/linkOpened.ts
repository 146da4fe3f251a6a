import { oneTimeNotice } from './oneTimeNotice.ts';

/** Notice that a mailed link was just opened and has filled in its code. */
export const linkOpened = oneTimeNotice('portal_link');
