import { saidOnce } from '../pages/saidOnce.ts';

/** That the user has just ended sessions of theirs. */
export const justEnded = saidOnce('portal_ended');
