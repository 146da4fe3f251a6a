import { expect, test } from '@jest/globals';
import { recordWith } from '../../test/support/requestRecord.ts';
import { adminActions } from '../../shared/activitySentence.ts';
import { catalogue } from '../operations/catalogue.ts';
import { findOperation } from '../operations/findOperation.ts';
import type { RequestRecord } from '../http/requestRecord.ts';
import { forbidden, unauthorized } from '../http/errors.ts';
import { auditLog } from './audit.ts';
import { adminHistory, keepAdminAct } from './history.ts';

/** Returns what a request adds to histories, and whose it forgets. */
function after(method: string, path: string, more: Partial<RequestRecord> = {}): unknown[] {
  const done: unknown[] = [];
  const operation = findOperation(method, path);
  adminHistory({
    record: (event) => Promise.resolve(void done.push(event)),
    forget: (identity) => Promise.resolve(void done.push(identity)),
  })(recordWith({ method, path, ...(operation && { operation }), ...more }));
  return done;
}

test.each([
  ['PATCH', '/admin/identities/ada', 'patchIdentity'],
  ['PUT', '/admin/identities/ada', 'updateIdentity'],
  ['DELETE', '/admin/identities/ada/sessions', 'deleteIdentitySessions'],
  ['DELETE', '/admin/identities/ada/credentials/totp', 'deleteIdentityCredentials'],
])('an administrator’s %s %s is in the account’s history, without who did it', (method, path, operation) => {
  expect(after(method, path, { caller: { by: 'session', id: 'boss' }, address: '192.0.2.7' })).toEqual([
    { identity: 'ada', kind: 'changedByAdmin', about: { operation } },
  ]);
});

test('so is what names the account elsewhere than in its path', () => {
  expect(after('POST', '/admin/recovery/code', { status: 201, actsOn: ['ada', 'bob'] })).toEqual(
    ['ada', 'bob'].map((identity) => ({
      identity,
      kind: 'changedByAdmin',
      about: { operation: 'createRecoveryCodeForIdentity' },
    })),
  );
});

/** The APIs whose changes are about nobody's account: projects, keys and relations between made-up subjects. */
const otherApis = new Set([
  'jwk',
  'permission',
  'relationship',
  'project',
  'workspace',
  'events',
  'apiKeys',
  'courier',
]);

test('every change of an administrator that is about accounts is in their history, in words of its own', () => {
  const changes = catalogue.filter(
    ({ access, method, api }) => access === 'admin' && method !== 'GET' && !otherApis.has(api),
  );
  const inHistory = changes.filter(({ actsOn }) => actsOn !== undefined).map(({ operation }) => operation);
  const worded = [...Object.keys(adminActions), 'deleteIdentity', 'liftIdentityLimits'];
  expect(inHistory.toSorted()).toEqual(worded.toSorted());
  // applications and their keys; answers to requests, which name no account; a test of a provider
  expect(changes.filter(({ actsOn }) => actsOn === undefined).map(({ operation }) => operation)).toEqual([
    'createTestLoginFlow',
    'acceptOAuth2ConsentRequest',
    'acceptOAuth2LogoutRequest',
    'acceptUserCodeRequest',
    'createOAuth2Client',
    'deleteOAuth2Client',
    'deleteOAuth2Token',
    'deleteRotatedOAuth2ClientSecrets',
    'deleteTrustedOAuth2JwtGrantIssuer',
    'introspectOAuth2Token',
    'patchOAuth2Client',
    'rejectOAuth2ConsentRequest',
    'rejectOAuth2LoginRequest',
    'rejectOAuth2LogoutRequest',
    'rotateOAuth2ClientSecret',
    'setOAuth2Client',
    'setOAuth2ClientLifespans',
  ]);
});

test('so is that one has lifted its limits', () => {
  expect(after('DELETE', '/api/limits/ada', { status: 204 })).toEqual([
    { identity: 'ada', kind: 'limitsLifted' },
  ]);
});

test.each<[string, string, Partial<RequestRecord>]>([
  ['GET', '/api/limits/ada', {}],
  ['DELETE', '/api/limits/ada', { status: 404 }],
  ['GET', '/admin/identities/ada', {}],
  ['PATCH', '/admin/identities/ada', { status: 403 }],
  ['PATCH', '/admin/identities/ada', { status: 502 }],
  ['DELETE', '/admin/sessions/s1', { status: 204, actsOn: [] }],
  ['DELETE', '/admin/sessions/s1', { status: 404, actsOn: ['ada'] }],
  ['DELETE', '/admin/clients/ada', { status: 204 }],
  ['GET', '/sessions/whoami', {}],
])('%s %s with %j is in nobody’s history', (method, path, more) => {
  expect(after(method, path, more)).toEqual([]);
});

test('the history of a deleted account is forgotten, also of one that its browser gives up', () => {
  expect(after('DELETE', '/admin/identities/ada', { status: 204 })).toEqual(['ada']);
  expect(after('POST', '/self-service/registration', { gaveUp: { id: 'ada', deleted: true } })).toEqual([
    'ada',
  ]);
  expect(after('POST', '/self-service/registration', { gaveUp: { id: 'ada', deleted: false } })).toEqual([]);
});

const id = '8a1f0c7e-5b7d-4c19-9a52-3f1b6f0e9d21';

test.each([
  id.toUpperCase(),
  id.replaceAll('-', ''),
  `urn:uuid:${id}`,
  `%7B${id}%7D`,
  id.replace('8', '%38'),
])('an account is known by its id also where that is written %s', (written) => {
  expect(after('PATCH', `/admin/identities/${written}`)).toMatchObject([{ identity: id }]);
  expect(after('DELETE', `/admin/identities/${written}`, { status: 204 })).toEqual([id]);
});

/** Returns the acts that admin calls are kept as. */
function actsOf(...calls: (Partial<RequestRecord> & { method: string; path: string })[]): unknown[] {
  const kept: unknown[] = [];
  const record = (act: object) => Promise.reject(new Error(`away ${kept.push(act)}`));
  const keep = keepAdminAct({ acts: { record } as never }, (address) => address && `${address}/24`);
  const audit = auditLog({ info: () => undefined }, () => undefined, keep);
  for (const call of calls) {
    const operation = findOperation(call.method, call.path);
    audit.record(recordWith({ ...(operation && { operation }), ...call }));
  }
  audit.close();
  return kept;
}

const boss = { by: 'session', id: 'boss' } as const;

test('an admin call that changes something is an act, also one that fails', () => {
  const path = '/admin/identities/ada/credentials/totp';
  expect(actsOf({ method: 'DELETE', path, caller: boss, address: '192.0.2.0' })).toEqual([
    {
      actor: 'boss',
      operation: 'deleteIdentityCredentials',
      target: 'ada',
      outcome: 'made',
      about: { type: 'totp', by: 'session', address: '192.0.2.0/24', request: 'edge-12345678' },
    },
  ]);
  const robot = { by: 'token', id: 'robot' } as const;
  expect(actsOf({ method: 'POST', path: '/admin/identities', caller: robot, status: 409 })).toMatchObject([
    { actor: 'robot', operation: 'createIdentity', target: undefined, outcome: 'failed' },
  ]);
});

test.each([
  ['GET', '/admin/identities/ada'],
  ['POST', '/admin/oauth2/introspect'],
  ['GET', '/sessions/whoami'],
])('%s %s, which only reads, is no act', (method, path) => {
  expect(actsOf({ method, path, caller: boss })).toEqual([]);
});

test('a refused admin call is an act, also one that only reads; of a flood a few are', () => {
  const read = { method: 'GET', path: '/admin/identities/ada', status: 403 };
  expect(actsOf({ ...read, caller: boss, problem: forbidden() })).toMatchObject([
    { actor: 'boss', operation: 'getIdentity', target: 'ada', outcome: 'refused: forbidden' },
  ]);
  const flood = Array.from({ length: 1000 }, () => ({
    ...read,
    status: 401,
    problem: unauthorized('No session.'),
  }));
  expect(actsOf(...flood)).toMatchObject(
    Array.from({ length: 5 }, () => ({ actor: 'unknown', outcome: expect.stringMatching(/^refused: /) })),
  );
});
