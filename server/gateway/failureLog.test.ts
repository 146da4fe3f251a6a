import { expect, test } from '@jest/globals';
import { recordWith } from '../../test/support/requestRecord.ts';
import { upstreamUnreachable } from '../http/upstreamErrors.ts';
import type { RequestRecord } from '../http/requestRecord.ts';
import { findOperation } from '../operations/findOperation.ts';
import { failureLog } from './failureLog.ts';

const operation = findOperation('GET', '/sessions/whoami');

function linesAbout(given: Partial<RequestRecord>): object[] {
  const lines: object[] = [];
  failureLog({ warn: (fields, message) => void lines.push({ ...fields, message }) })(
    recordWith({ ...(operation && { operation }), ...given }),
  );
  return lines;
}

test('a call that failed at its upstream is logged in one line with operation, upstream, error and duration', () => {
  const error = upstreamUnreachable(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }));
  expect(linesAbout({ failure: { error, ms: 12.4 } })).toEqual([
    {
      operation: 'toSession',
      upstream: 'kratosPublic',
      outcome: 'upstream_unreachable',
      code: 'ECONNREFUSED',
      ms: 12,
      reqId: 'edge-12345678',
      message: error.reason,
    },
  ]);
});

test('a call that its upstream answered is not logged as a failure', () => {
  expect(linesAbout({ status: 500 })).toEqual([]);
});
