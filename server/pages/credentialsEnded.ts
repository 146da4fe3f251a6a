import { saidOnce } from './saidOnce.ts';

/** Says that the credentials that an account had before its address was proved have ended. */
export const credentialsEnded = saidOnce('portal_credentials_ended');
