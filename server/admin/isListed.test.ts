import { expect, test } from '@jest/globals';
import type { StoredIdentity } from '../upstreams/storedIdentity.ts';
import { isListed } from './isListed.ts';

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

test.each([
  ['unverified', { ...verified, verified: false }],
  ['a telephone number', { ...verified, via: 'sms' }],
  ['another', { ...verified, value: 'bob@portal.example' }],
])('an address does not count if it is %s', async (_what, via) => {
  expect(await listed([address], { via })).toBe(false);
});

test('no address counts without Kratos’ admin API', async () => {
  const identity = { id: 'a1', verifiable_addresses: [verified] };
  expect(await isListed(identity, [address], undefined)).toBe(false);
});
