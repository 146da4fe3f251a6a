import { oneTimeNotice } from './oneTimeNotice.ts';

/** Says that the credentials that an account had before its address was proved have ended. */
export const credentialsEnded = oneTimeNotice('portal_credentials_ended');
