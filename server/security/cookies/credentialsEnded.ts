import { oneTimeNotice } from './oneTimeNotice.ts';

/** Notice that the credentials from before the proof of the account's address were removed. */
export const credentialsEnded = oneTimeNotice('portal_credentials_ended');
