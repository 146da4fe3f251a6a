import type { RequestRecord } from '../../server/http/requestRecord.ts';

/** The record of a request for the home page that went well, but for what is given. */
export const recordWith = (given: Partial<RequestRecord>): RequestRecord => ({
  id: 'edge-12345678',
  method: 'GET',
  path: '/',
  route: '/',
  status: 200,
  ms: 1.5,
  bytes: 1024,
  completed: true,
  ...given,
});
