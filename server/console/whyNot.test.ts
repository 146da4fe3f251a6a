import { expect, test } from '@jest/globals';
import type { ListedMail } from '../../shared/console/lists.ts';
import type { StoredIdentity } from '../upstreams/storedIdentity.ts';
import { whyNot } from './whyNot.ts';

const now = Date.UTC(2026, 10, 28);
const proved = { value: 'ada@example.org', via: 'email', verified: true };
const fine: StoredIdentity = {
  id: 'ada',
  state: 'active',
  verifiable_addresses: [proved],
  credentials: { password: { identifiers: ['ada@example.org'], config: { hashed_password: 'a hash' } } },
};
const mail = (status: string): ListedMail => ({
  template: 'recovery_code_valid',
  status,
  recipient: 'ada@example.org',
});

const reasons = (account: Partial<StoredIdentity>, mails: ListedMail[] = []) =>
  whyNot({ account: { ...fine, ...account }, limited: [], mails, hasCome: true, now });

test('nothing keeps somebody from signing in whose account is in order', () => {
  expect(reasons({}, [mail('sent'), mail('abandoned')])).toEqual([]);
});

test.each<[string, Partial<StoredIdentity>, object]>([
  ['deactivated', { state: 'inactive' }, { reason: 'inactive', act: 'activate' }],
  [
    'without a proved address',
    { verifiable_addresses: [{ ...proved, verified: false }] },
    { reason: 'notProved', about: 'ada@example.org', act: 'mailVerificationCode', item: 'ada@example.org' },
  ],
  ['without a way in', { credentials: {} }, { reason: 'noWayIn', act: 'mailRecoveryCode' }],
  [
    'with a password that Kratos keeps without content',
    { credentials: { password: { identifiers: ['ada@example.org'], config: {} } } },
    { reason: 'noWayIn', act: 'mailRecoveryCode' },
  ],
  [
    'to be deleted',
    {
      metadata_admin: {
        portal: { addresses: ['ada@example.org'], confirmed: ['password'], known: [], deletion: now },
      },
    },
    { reason: 'deletion', until: now, act: 'cancelDeletion' },
  ],
])('an account %s says so, with what puts it right', (_how, account, reason) => {
  expect(reasons(account)).toEqual([reason]);
});

const mailbox = { identifiers: ['ada@example.org'] };

test.each<[string, boolean, StoredIdentity['credentials'], object[]]>([
  [
    'who was invited and has not come',
    false,
    { code: mailbox },
    [{ reason: 'invited', act: 'mailRecoveryCode' }],
  ],
  ['who has come', true, { code: mailbox }, [{ reason: 'notProved' }]],
  ['who has a password', false, fine.credentials, [{ reason: 'notProved' }]],
])('an address that nobody has proved, of somebody %s', (_who, hasCome, credentials, expected) => {
  const account = { ...fine, credentials, verifiable_addresses: [{ ...proved, verified: false }] };
  expect(whyNot({ account, limited: [], mails: [], hasCome, now })).toMatchObject(expected);
});

test('only the latest mail counts: one that was given up before a delivered one keeps nobody out', () => {
  expect(reasons({}, [mail('abandoned'), mail('sent')])).toEqual([
    { reason: 'mailAbandoned', about: 'ada@example.org' },
  ]);
});

test('a limit says until when', () => {
  const limited = [{ limit: { name: 'password' }, hits: 9, leftMs: 60_000 }] as never;
  expect(whyNot({ account: fine, limited, mails: [], hasCome: true, now })).toEqual([
    { reason: 'limited', until: now + 60_000, about: 'password', act: 'liftLimits' },
  ]);
});
