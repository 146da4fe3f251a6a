import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { catalogue } from '../operations/catalogue.ts';
import { deadUrl, fakeUpstream, gatewayHarness, sendRaw } from '../../test/support/selfClosingGateway.ts';
import {
  adminHarness,
  adminId,
  adminPolicyFor,
  cookie,
  refused,
  session,
} from '../../test/support/adminHarness.ts';
import type { StoredIdentity } from '../upstreams/storedIdentity.ts';
import { isListed } from './hasRole.ts';

const address = 'ada@portal.example';
const verified = { value: address, via: 'email', verified: true };
const confirmed = { addresses: [address], confirmed: ['password'], known: ['password'] };

/** Asks about an account whose admin metadata has a trust record, or none. */
const listed = (
  admins: string[],
  { via = verified, trust }: { via?: typeof verified; trust?: object } = {},
): Promise<boolean> => {
  const stored: StoredIdentity = {
    id: 'a1',
    metadata_admin: trust && { portal: trust },
    verifiable_addresses: [via],
    credentials: { password: { config: { hashed_password: 'hash' } } },
  };
  const identities = { get: () => Promise.resolve(stored) };
  return isListed({ id: 'a1', verifiable_addresses: [via] }, admins, identities);
};

test.each<[string, string[]]>([
  ['its id', ['a1']],
  ['its id in capitals', ['A1']],
  ['its verified address', [address]],
  ['its verified address in capitals', [address.toUpperCase()]],
])('%s makes an account an admin’s', async (_what, admins) => {
  expect(await listed(admins)).toBe(true);
});

test('an address counts if every credential is confirmed beside it', async () => {
  expect(await listed([address], { trust: confirmed })).toBe(true);
});

test.each<[string, object]>([
  ['a credential is unconfirmed', { ...confirmed, confirmed: [] }],
  ['it was confirmed beside another address', { ...confirmed, addresses: ['bob@portal.example'] }],
  ['the record cannot be read', { confirmed: 'all' }],
])('an address does not count if %s, but the id does', async (_what, trust) => {
  expect(await listed([address], { trust })).toBe(false);
  expect(await listed(['a1'], { trust })).toBe(true);
});

test('no address counts without Kratos’ admin API', async () => {
  const identity = { id: 'a1', verifiable_addresses: [verified] };
  expect(await isListed(identity, [address], undefined)).toBe(false);
});

describe('a session', () => {
  test('of a listed identity at the required level may call; the upstream gets only the server’s token', async () => {
    const { call, kratos, target, audited } = await adminHarness({});
    expect((await call(cookie)).status).toBe(200);
    expect(kratos.received[0]).toMatchObject({
      url: '/sessions/whoami',
      headers: { cookie: 'locale=fr; ory_kratos_session=abc' },
    });
    expect(target.received[0]?.headers).toMatchObject({ authorization: 'Bearer ours' });
    expect(target.received[0]?.headers).not.toHaveProperty('cookie');
    expect(audited).toMatchObject([
      {
        audit: 'getIdentity',
        target: { id: 'i1' },
        caller: { by: 'session', id: adminId },
        outcome: 'answered',
        status: 200,
      },
    ]);
  });

  test('may be given as a session token', async () => {
    const { call, kratos } = await adminHarness({});
    expect((await call({ 'X-Session-Token': 't' })).status).toBe(200);
    expect(kratos.received[0]?.headers).toMatchObject({ 'x-session-token': 't' });
  });

  test('is checked on every call, so a revoked one is refused at once', async () => {
    const { call, kratos } = await adminHarness({});
    await call(cookie);
    await call(cookie);
    expect(kratos.received).toHaveLength(2);
  });

  const email = 'ada@example.org';
  test.each([
    ['a trait', { traits: { email } }],
    ['an unverified address', { verifiable_addresses: [{ value: email, via: 'email', verified: false }] }],
    ['a telephone number', { verifiable_addresses: [{ value: email, via: 'sms', verified: true }] }],
    ['another address', { verifiable_addresses: [{ value: `x${email}`, via: 'email', verified: true }] }],
    ['public metadata', { metadata_public: { admin: true, email: 'ada@example.org' } }],
  ])('does not count as listed because of %s', async (_what, identity) => {
    const body = { ...session, identity: { ...session.identity, ...identity } };
    const { call, target, audited } = await adminHarness({
      whoami: { status: 200, body },
      account: { status: 200, body: {} },
      admins: ['ada@example.org'],
    });
    await refused(call(cookie), 403, 'forbidden', target);
    expect(audited).toMatchObject([
      { caller: { id: adminId }, outcome: 'forbidden', status: 403, message: 'admin call refused' },
    ]);
  });

  test('of an identity that is not listed may call if Keto grants it', async () => {
    const { call, keto } = await adminHarness({
      admins: [],
      check: { status: 200, body: { allowed: true } },
    });
    expect((await call(cookie)).status).toBe(200);
    expect(keto.received[0]?.url).toBe(
      `/relation-tuples/check/openapi?namespace=Portal&object=portal&relation=administer&subject_id=${adminId}`,
    );
  });

  test.each([
    ['no', { status: 200, body: { allowed: false } }],
    ['“true” as a string', { status: 200, body: { allowed: 'true' } }],
    ['yes with another status', { status: 403, body: { allowed: true } }],
    ['a redirect', { status: 302, body: {} }],
    ['an error', { status: 500, body: {} }],
  ])('is refused when Keto answers %s', async (_what, check) => {
    const { call, target } = await adminHarness({ admins: [], check });
    await refused(call(cookie), 403, 'forbidden', target);
  });

  test.each([
    ['is missing', {}, 401, 'unauthorized'],
    ['is another’s cookie', { Cookie: 'session=abc' }, 401, 'unauthorized'],
    ['comes from another site', { ...cookie, 'Sec-Fetch-Site': 'cross-site' }, 403, 'cross_origin'],
    ['comes from a sibling site', { ...cookie, 'Sec-Fetch-Site': 'same-site' }, 403, 'cross_origin'],
    ['comes from another origin', { ...cookie, Origin: 'https://evil.example' }, 403, 'cross_origin'],
    ['comes from no origin', { ...cookie, Origin: 'null' }, 403, 'cross_origin'],
  ])('that %s is refused', async (_what, headers: Record<string, string>, status, id) => {
    const { call, target, kratos } = await adminHarness({});
    await refused(call(headers), status, id, target);
    expect(kratos.received).toEqual([]);
  });

  test.each([
    ['a session token that is empty', { 'X-Session-Token': '' }],
    ['a session token that Connection names', { 'X-Session-Token': 't', Connection: 'X-Session-Token' }],
  ])(
    'with %s beside its cookie counts as authenticated by cookie',
    async (_what, headers: Record<string, string>) => {
      const { port, target, kratos } = await adminHarness({});
      const lines = Object.entries({ Host: 'portal.example', ...cookie, ...headers }).map(
        ([a, b]) => `${a}: ${b}`,
      );
      const change = ['DELETE /admin/identities/i1 HTTP/1.1', ...lines, '', ''].join('\r\n');
      expect(await sendRaw(port, change, /csrf_violation/)).toMatch(/^HTTP\/1\.1 403 /);
      const elsewhere = [
        'GET /admin/identities HTTP/1.1',
        ...lines,
        'Sec-Fetch-Site: cross-site',
        '',
        '',
      ].join('\r\n');
      expect(await sendRaw(port, elsewhere, /cross_origin/)).toMatch(/^HTTP\/1\.1 403 /);
      expect([...kratos.received, ...target.received]).toEqual([]);
    },
  );

  test('whose cookie comes twice is refused, and the cookie is expired', async () => {
    const { call, target, kratos } = await adminHarness({});
    const twice = { Cookie: 'ory_kratos_session=a; ory_kratos_session=b' };
    await refused(call(twice), 401, 'unauthorized', target);
    expect((await call(twice)).headers.getSetCookie()).toContain(
      'ory_kratos_session=; Path=/; Domain=portal.example; Max-Age=0; Secure',
    );
    expect(kratos.received).toEqual([]);
  });

  const sessionWith = (facts: object) => ({ status: 200, body: { ...session, ...facts } });
  const inactive = { ...session.identity, state: 'inactive' };
  test.each([
    ['revoked', { status: 401, body: {} }, 401, 'unauthorized'],
    ['not active', sessionWith({ active: false }), 401, 'unauthorized'],
    ['without an identity', sessionWith({ identity: undefined }), 401, 'unauthorized'],
    ['of an inactive identity', sessionWith({ identity: inactive }), 401, 'unauthorized'],
    ['at aal1', sessionWith({ authenticator_assurance_level: 'aal1' }), 403, 'session_aal2_required'],
    ['at no level', sessionWith({ authenticator_assurance_level: undefined }), 403, 'session_aal2_required'],
    [
      'at an unknown level',
      sessionWith({ authenticator_assurance_level: 'aal9' }),
      403,
      'session_aal2_required',
    ],
    ['for which Kratos requires a second factor', { status: 403, body: {} }, 403, 'session_aal2_required'],
    ['that Kratos answers with a redirect', { status: 302, body: {} }, 502, 'upstream_unreachable'],
    ['on which Kratos fails', { status: 500, body: {} }, 502, 'upstream_unreachable'],
  ])('%s is refused', async (_what, whoami, status, id) => {
    const { call, target } = await adminHarness({ whoami });
    await refused(call(cookie), status, id, target);
  });

  test('cannot change anything without a CSRF token', async () => {
    const { call, target, audited } = await adminHarness({});
    await refused(call(cookie, '/admin/identities/i1', 'DELETE'), 403, 'csrf_violation', target);
    expect(audited).toMatchObject([{ caller: 'unknown', outcome: 'csrf_violation' }]);
    const changed = await call({ ...cookie, 'X-CSRF-Token': 'good' }, '/admin/identities/i1', 'DELETE');
    expect(changed.status).toBe(200);
  });
});

test('a call is refused if the provider does not answer, without naming a host', async () => {
  const dead = await deadUrl();
  const target = await fakeUpstream();
  const authorize = adminPolicyFor(
    { kratos: dead, hydra: dead, keto: dead },
    { admins: [], adminClients: [], timeoutMs: 100 },
  );
  const { url } = await gatewayHarness({ kratosAdmin: target.url }, { authorize });
  for (const headers of [cookie, { Authorization: 'Bearer a' }] as Record<string, string>[]) {
    const response = await fetch(`${url}/admin/identities`, { headers });
    const text = await response.text();
    expect(response.status).toBe(502);
    expect(text).not.toMatch(/127\.0\.0\.1|ECONN/);
  }
  expect(target.received).toEqual([]);
});

test('no admin operation of the catalogue is served to a plain user, an aal1 admin or nobody', async () => {
  const { url, target } = await adminHarness({ admins: [] });
  const admin = catalogue.filter(({ access, upstream }) => access === 'admin' && upstream === 'kratosAdmin');
  const headersOf = fc.constantFrom<Record<string, string>>(
    {},
    cookie,
    { Authorization: 'Bearer x' },
    { 'X-Session-Token': 'x' },
  );
  const forged = fc.constantFrom<Record<string, string>>(
    {},
    { 'X-Forwarded-For': '127.0.0.1', 'X-Forwarded-Host': 'localhost' },
    { 'X-Original-URL': '/schemas', 'X-Rewrite-URL': '/schemas' },
    { 'Ory-Base-URL-Rewrite': 'http://localhost' },
    { 'X-HTTP-Method-Override': 'GET', 'X-CSRF-Token': 'good' },
  );
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...admin), headersOf, forged, async (operation, headers, more) => {
      const query = operation.parameters
        .filter((one) => one.in === 'query' && one.required)
        .map((one) => `${one.name}=x`);
      const path = operation.path.replaceAll(/\{type\}/g, 'totp').replaceAll(/\{\w+\}/g, 'x');
      const response = await fetch(`${url}${path}?${query.join('&')}`, {
        method: operation.method,
        headers: { ...headers, ...more, 'Content-Type': 'application/json' },
        body: operation.body ? '{}' : null,
      });
      await response.text();
      return response.status === 401 || response.status === 403;
    }),
    { numRuns: 300 },
  );
  expect(target.received).toEqual([]);
});
