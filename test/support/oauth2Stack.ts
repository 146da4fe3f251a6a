import { worker } from './worker.ts';

export const { sharedOAuth2Stack, startOAuth2Stack } = worker;
