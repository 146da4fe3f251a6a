import { worker } from './worker.ts';

/** This worker's Chromium. A file closes the pages that it has opened, see `closePages`. */
export const { closePages, sharedBrowser } = worker;
