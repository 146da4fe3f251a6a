import { saidOnce } from '../pages/saidOnce.ts';

/** That the user has just withdrawn access. */
export const justWithdrawn = saidOnce('portal_withdrawn');
