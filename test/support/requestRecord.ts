import type { RequestRecord } from '../../server/http/requestRecord.ts';

/** The record of a successful request for the home page. @param given the fields that differ */
export const recordWith = (given: Partial<RequestRecord>): RequestRecord => ({
  id: 'edge-12345678',
  traceId: undefined,
  exemplar: undefined,
  method: 'GET',
  path: '/',
  route: '/',
  status: 200,
  ms: 1.5,
  bytes: 1024,
  completed: true,
  ...given,
});
