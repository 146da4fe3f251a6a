import { worker } from './worker.ts';

export type { OAuth2Stack } from './worker/oauth2.ts';

export const { sharedOAuth2Stack, startOAuth2Stack } = worker;
