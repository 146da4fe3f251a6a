import { expect, test } from '@jest/globals';
import { recordWith } from '../../test/support/requestRecord.ts';
import { forbidden, upstreamUnreachable } from '../http/errors.ts';
import { loggedAddress } from '../http/loggedAddress.ts';
import type { RequestRecord } from '../http/requestRecord.ts';
import { findOperation } from '../operations/findOperation.ts';
import { auditLog } from './audit.ts';

const getIdentity = findOperation('GET', '/admin/identities/a');

/** The audit lines about a call of `getIdentity`, with their messages. */
function audited(given: Partial<RequestRecord>, formatAddress = loggedAddress('whole')): [object, string][] {
  const lines: [object, string][] = [];
  const info = (fields: object, message: string): void => void lines.push([fields, message]);
  const call = {
    path: '/admin/identities/a',
    route: 'getIdentity',
    ...(getIdentity && { operation: getIdentity }),
  };
  auditLog({ info }, formatAddress)(recordWith({ ...call, ...given }));
  return lines;
}

test('an admin call is one line with caller, target, address and outcome', () => {
  const caller = { by: 'token', id: 'robot' } as const;
  expect(audited({ caller, address: '192.0.2.7' })).toEqual([
    [
      {
        audit: 'getIdentity',
        method: 'GET',
        target: { id: 'a' },
        caller,
        address: '192.0.2.7',
        outcome: 'answered',
        status: 200,
        reqId: 'edge-12345678',
      },
      'admin call',
    ],
  ]);
});

test.each([
  ['whole', '127.0.0.1'],
  ['truncated', '127.0.0.0/24'],
  ['none', undefined],
] as const)('an admin call is audited with the client’s address %s', (choice, address) => {
  expect(audited({ address: '127.0.0.1' }, loggedAddress(choice))).toMatchObject([
    [{ address }, 'admin call'],
  ]);
});

test.each<[string, Partial<RequestRecord>, object, string]>([
  [
    'refused',
    { status: 403, problem: forbidden() },
    { caller: 'unknown', outcome: 'forbidden', status: 403 },
    'admin call refused',
  ],
  ['aborted', { status: undefined, completed: false }, { outcome: 'aborted' }, 'admin call'],
  [
    'that failed at its upstream',
    { status: 502, problem: upstreamUnreachable(), failure: { error: upstreamUnreachable(), ms: 1 } },
    { outcome: 'answered', status: 502 },
    'admin call',
  ],
])('a call %s has its outcome', (_what, given, fields, message) => {
  expect(audited(given)).toEqual([[expect.objectContaining(fields), message]]);
});

test('other requests leave no audit line', () => {
  const listSchemas = findOperation('GET', '/schemas');
  if (!listSchemas) throw new Error('no such operation');
  expect(audited({ operation: listSchemas })).toEqual([]);
});
