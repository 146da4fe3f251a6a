import { expect, jest, test } from '@jest/globals';
import {
  adminHarness,
  cookie,
  refused,
  session,
  type AdminAnswers,
} from '../../test/support/adminHarness.ts';
import type { CountedHit } from '../security/limits/limiter.ts';
import type { Lockouts } from '../security/lockouts.ts';
import type { StoredIdentity } from '../upstreams/storedIdentity.ts';
import { upstreamFailed } from '../upstreams/upstreamErrors.ts';
import { identityLimits } from './identityLimits.ts';

const id = '8a1f0c7e-5b7d-4c19-9a52-3f1b6f0e9d21';
const minuteMs = 60_000;

const ada: StoredIdentity = {
  id,
  credentials: { password: { identifiers: ['ada'] }, totp: { identifiers: [id] }, oidc: {} },
  verifiable_addresses: [{ value: 'ada@example.org', verified: true }],
  recovery_addresses: [{ value: '+4915112345678' }],
};
const identifiers = ['ada', id, 'ada@example.org', '+4915112345678'];

const limit = { id: 'x', name: 'password', per: 'account elsewhere', max: 100, seconds: 3600 } as const;
const hit = { limit, key: 'k', hits: 101, leftMs: 20 * minuteMs } as unknown as CountedHit;

/** A portal with one identity, one of whose limits is reached. */
async function portal({
  find = (one: string) => Promise.resolve(one === id ? ada : undefined),
  ...answers
}: AdminAnswers & { find?: (id: string) => Promise<StoredIdentity | undefined> } = {}) {
  const list = jest.fn<Lockouts['list']>(() => Promise.resolve([hit]));
  const lift = jest.fn<Lockouts['lift']>(() => Promise.resolve());
  const harness = await adminHarness({ ...answers, own: identityLimits({ list, lift }, { find }) });
  const ask = (method = 'GET', headers: Record<string, string> = cookie, whose = id) =>
    harness.call(headers, `/api/limits/${whose}`, method);
  return { ...harness, ask, list, lift };
}

const change = { ...cookie, 'X-CSRF-Token': 'good' };

test('lists the limits of all that an identity signs in with and of its addresses, and audits it', async () => {
  const { ask, list, target, audited } = await portal();
  const answer = await ask();
  expect(answer.status).toBe(200);
  const [one] = (await answer.json()) as Record<string, string>[];
  expect(one).toMatchObject({ limit: 'password', scope: 'account elsewhere', attempts: 101, max: 100 });
  expect(Date.parse(one?.until ?? '') - Date.now()).toBeGreaterThan(19 * minuteMs);
  expect(Date.parse(one?.until ?? '') - Date.parse(one?.since ?? '')).toBe(60 * minuteMs);
  expect(list.mock.calls).toEqual([[identifiers]]);
  expect(target.received).toEqual([]);
  expect(audited).toMatchObject([
    { audit: 'listIdentityLimits', target: { id }, outcome: 'answered', status: 200 },
  ]);
});

test('lifts them, whatever way the id is written, and audits it', async () => {
  const { ask, lift, audited } = await portal();
  for (const whose of [id, id.toUpperCase()]) expect((await ask('DELETE', change, whose)).status).toBe(204);
  expect(lift.mock.calls).toEqual([[identifiers], [identifiers]]);
  expect(audited).toMatchObject(Array(2).fill({ audit: 'liftIdentityLimits', target: { id }, status: 204 }));
});

test.each<[string, number, string, AdminAnswers, Record<string, string>]>([
  ['somebody who is not an admin', 403, 'forbidden', { admins: [] }, change],
  ['a browser without a CSRF token', 403, 'csrf_violation', {}, cookie],
  ['a browser without a session', 401, 'unauthorized', {}, {}],
  ['an unknown token', 401, 'unauthorized', {}, { Authorization: 'Bearer x' }],
  [
    'an admin whose sign-in is old',
    403,
    'session_refresh_required',
    { whoami: { status: 200, body: { ...session, authenticated_at: new Date(Date.now() - 16 * minuteMs) } } },
    change,
  ],
])('%s lifts nothing, and learns nothing of an identity', async (_who, status, error, answers, headers) => {
  const { ask, lift, target } = await portal(answers);
  for (const whose of [id, 'nobody']) await refused(ask('DELETE', headers, whose), status, error, target);
  expect(lift).not.toHaveBeenCalled();
});

test('an identity that does not exist is 404, and one that Kratos does not tell of 502', async () => {
  const { ask, target } = await portal();
  await refused(ask('GET', cookie, 'nobody'), 404, 'identity_not_found', target);
  const failing = await portal({ find: () => Promise.reject(upstreamFailed()) });
  expect((await failing.ask('DELETE', change)).status).toBe(502);
});

test('where limits are off, none refuses an identity', async () => {
  const answers = identityLimits(undefined, { find: () => Promise.resolve(ada) });
  expect(await answers.listIdentityLimits({ id })).toEqual([]);
  expect(await answers.liftIdentityLimits({ id })).toBeUndefined();
});
