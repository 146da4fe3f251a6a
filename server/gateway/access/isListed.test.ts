import { afterEach, describe, expect, test } from '@jest/globals';
import { adminId, cookie, refused, session, adminHarness } from '../../../test/support/adminHarness.ts';
import { closeHarness } from '../../../test/support/gatewayHarness.ts';

afterEach(closeHarness);

const before = '2026-01-01T09:00:00Z';
const proof = '2026-01-01T10:00:00.123Z';
const after = '2026-01-01T11:00:00Z';
const ada = 'Ada@example.org';

const proved = { value: ada, via: 'email', verified: true, status: 'completed', verified_at: proof };
const whoami = {
  status: 200,
  body: { ...session, identity: { ...session.identity, verifiable_addresses: [proved] } },
};
const password = { type: 'password', identifiers: [ada], created_at: after };
const code = { type: 'code', identifiers: [ada], created_at: before };
const good = { id: adminId, credentials: { password }, verifiable_addresses: [proved] };

/** A portal that lists Ada's address, and whose Kratos answers so about Ada's account. */
const asked = (body: unknown, status = 200) =>
  adminHarness({ whoami, account: { status, body }, admins: ['ada@EXAMPLE.org'] });

describe('an address makes an admin', () => {
  test.each([
    ['every credential is newer than the proof', good],
    [
      'it was proved in the step that created the credential',
      { ...good, credentials: { password: { ...password, created_at: proof } } },
    ],
    [
      'the only older credential is codes mailed to that address',
      { ...good, credentials: { password, code } },
    ],
  ])('if %s, in upper or lower case', async (_what, body) => {
    const { call, kratosAdmin } = await asked(body);
    expect((await call(cookie)).status).toBe(200);
    expect(kratosAdmin?.received).toMatchObject([
      { url: `/admin/identities/${adminId}`, headers: { authorization: 'Bearer ours' } },
    ]);
  });
});

describe('an address does not make anybody an admin', () => {
  const withProof = (change: object) => ({ ...good, verifiable_addresses: [{ ...proved, ...change }] });
  const withPassword = (change: object) => ({
    ...good,
    credentials: { password: { ...password, ...change } },
  });
  test.each<[string, unknown]>([
    ['a password is older than the proof', withPassword({ created_at: before })],
    [
      'one of several credentials is older than the proof',
      { ...good, credentials: { password, passkey: { ...password, created_at: before } } },
    ],
    [
      'a second factor is older than the proof',
      { ...good, credentials: { password, totp: { ...password, created_at: before } } },
    ],
    [
      'codes also go to another address',
      { ...good, credentials: { password, code: { ...code, identifiers: [ada, 'mallory@example.org'] } } },
    ],
    ['codes go to an unknown address', { ...good, credentials: { code: { ...code, identifiers: null } } }],
    ['the proof has no time', withProof({ verified_at: undefined })],
    ['the time of the proof is null', withProof({ verified_at: null })],
    ['the time of the proof is invalid', withProof({ verified_at: 'yesterday' })],
    ['Kratos no longer calls it verified', withProof({ verified: false })],
    ['it is a telephone number', withProof({ via: 'sms' })],
    ['the account now has another address', withProof({ value: 'other@example.org' })],
    ['a credential has no time', withPassword({ created_at: undefined })],
    ['the time of a credential is null', withPassword({ created_at: null })],
    ['there are no credentials', { ...good, credentials: {} }],
    ['the credentials are null', { ...good, credentials: null }],
    ['the addresses are null', { ...good, verifiable_addresses: null }],
    ['the answer is empty', undefined],
  ])('if %s', async (_what, body) => {
    const { call, target } = await asked(body ?? null);
    await refused(call(cookie), 403, 'forbidden', target);
  });

  test('if Kratos does not know the account', async () => {
    const { call, target } = await asked(good, 404);
    await refused(call(cookie), 403, 'forbidden', target);
  });

  test('without Kratos’ admin API', async () => {
    const { call, target } = await adminHarness({ whoami, admins: [ada] });
    await refused(call(cookie), 403, 'forbidden', target);
  });
});

test('a listed id counts without looking the account up', async () => {
  const { call, kratosAdmin } = await adminHarness({
    whoami,
    account: { status: 200, body: {} },
    admins: [adminId.toUpperCase()],
  });
  expect((await call(cookie)).status).toBe(200);
  expect(kratosAdmin?.received).toEqual([]);
});
