import { expect, test } from '@jest/globals';
import { recordWith } from '../../test/support/requestRecord.ts';
import { forbidden, unauthorized } from '../http/errors.ts';
import { upstreamUnreachable } from '../upstreams/upstreamErrors.ts';
import { loggedAddress } from '../log/loggedAddress.ts';
import type { RequestRecord } from '../http/requestRecord.ts';
import { findOperation } from '../operations/findOperation.ts';
import { auditLog } from './audit.ts';

const getIdentity = findOperation('GET', '/admin/identities/a');

const robot = { by: 'token', id: 'robot' } as const;

/** Opens an audit log for calls of `getIdentity`; its lines have their messages. */
function audit(formatAddress = loggedAddress('whole')) {
  const lines: [object, string][] = [];
  const { record, close } = auditLog(
    { info: (fields, message) => void lines.push([fields, message]) },
    formatAddress,
  );
  const call = {
    path: '/admin/identities/a',
    route: 'getIdentity',
    ...(getIdentity && { operation: getIdentity }),
  };
  return { lines, close, over: (given: Partial<RequestRecord>) => record(recordWith({ ...call, ...given })) };
}

/** Returns the audit lines of a call of `getIdentity`, with their messages. */
function audited(given: Partial<RequestRecord>, formatAddress = loggedAddress('whole')): [object, string][] {
  const { lines, over } = audit(formatAddress);
  over(given);
  return lines;
}

test('an admin call is one line with caller, target, address and outcome', () => {
  const caller = robot;
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
  ['aborted', { caller: robot, status: undefined, completed: false }, { outcome: 'aborted' }, 'admin call'],
  [
    'aborted before its caller was known',
    { status: undefined, completed: false },
    { caller: 'unknown', outcome: 'aborted' },
    'admin call refused',
  ],
  [
    'that failed at its upstream',
    {
      caller: robot,
      status: 502,
      problem: upstreamUnreachable(),
      failure: { error: upstreamUnreachable(), ms: 1 },
    },
    { outcome: 'answered', status: 502 },
    'admin call',
  ],
])('a call %s is audited with its outcome', (_what, given, fields, message) => {
  expect(audited(given)).toEqual([[expect.objectContaining(fields), message]]);
});

test('each call that is made is logged, however many are refused or aborted meanwhile', () => {
  const { lines, over, close } = audit();
  for (let count = 0; count < 100; count += 1) {
    over({ status: 401, problem: unauthorized('No session.'), address: `192.0.2.${count}` });
    over({ status: undefined, completed: false, address: '192.0.2.1' });
    over({ caller: robot });
  }
  over({ status: 403, caller: robot, problem: forbidden() });
  close();
  const messages = lines.map(([, message]) => message);
  expect(messages.filter((message) => message === 'admin call')).toHaveLength(100);
  expect(messages.filter((message) => message === 'admin call refused')).toHaveLength(11);
  expect(lines.slice(-2)).toEqual([
    [expect.objectContaining({ caller: robot, outcome: 'forbidden' }), 'admin call refused'],
    [
      {
        audit: 'refusals',
        count: 190,
        outcomes: { unauthorized: expect.any(Number), aborted: expect.any(Number) },
      },
      'more admin calls refused',
    ],
  ]);
});

test('ids are logged with 200 characters at most', () => {
  const long = 'x'.repeat(8000);
  const [[fields] = []] = audited({ path: `/admin/identities/${long}`, caller: { by: 'token', id: long } });
  const id = long.slice(0, 200);
  expect(fields).toMatchObject({ target: { id }, caller: { by: 'token', id } });
});

test('other requests leave no audit line', () => {
  const listSchemas = findOperation('GET', '/schemas');
  if (!listSchemas) throw new Error('no such operation');
  expect(audited({ operation: listSchemas })).toEqual([]);
});

test('an account that its browser has given up is one line, from which a restored backup is cleaned', () => {
  const { lines, over } = audit();
  const gaveUp = { id: 'a', deleted: true };
  const registration = findOperation('POST', '/self-service/registration');
  over({ gaveUp, address: '192.0.2.7', ...(registration && { operation: registration }) });
  expect(lines).toEqual([
    [
      {
        audit: 'deleteIdentity',
        method: 'DELETE',
        target: { id: 'a' },
        caller: { by: 'signUp', id: 'a' },
        address: '192.0.2.7',
        outcome: 'answered',
        status: 204,
        reqId: 'edge-12345678',
        traceId: undefined,
      },
      'unproved account given up',
    ],
  ]);
});
