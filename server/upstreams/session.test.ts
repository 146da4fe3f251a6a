import { expect, test } from '@jest/globals';
import { readSession } from '../../shared/readSession.ts';
import { displayName, signInAddress } from './session.ts';

test('a device without details is kept without them', () => {
  const devices = [{ id: 'd1', user_agent: null, ip_address: null, location: '  ' }, null];
  expect(readSession({ id: 's1', devices })?.devices).toEqual([{ id: 'd1' }]);
  expect(readSession({ id: 's1', devices: null })?.devices).toEqual([]);
});

test('invalid times are left out', () => {
  const times = { authenticated_at: '0001-01-01T00:00:00Z', issued_at: 'yesterday' };
  expect(readSession({ id: 's1', ...times })).not.toHaveProperty('authenticated_at', expect.anything());
  expect(readSession({ id: 's1', ...times })).not.toHaveProperty('issued_at', expect.anything());
});

test('authentication methods without a name are left out', () => {
  const methods = [{ method: 'password' }, { method: null }, null, 'totp'];
  expect(readSession({ id: 's1', authentication_methods: methods })?.authentication_methods).toEqual([
    { method: 'password' },
  ]);
  expect(readSession({ id: 's1', authentication_methods: null })?.authentication_methods).toEqual([]);
});

test.each([null, undefined, 'text', [], {}, { id: null }])('%p is not a session', (body) => {
  expect(readSession(body)).toBeUndefined();
});

test.each([
  [{ name: { first: 'Ann' }, email: 'ann@example.org' }, 'Ann', 'ann@example.org'],
  [{ name: { first: '   ' }, email: 'ann@example.org' }, 'ann@example.org', 'ann@example.org'],
  [{ name: 'Ann', email: ['ann@example.org'] }, 'i1', undefined],
  [{ username: 'ann', phone: '+4915112345678' }, 'ann', undefined],
  [{ username: ' ', phone: '+4915112345678' }, '+4915112345678', '+4915112345678'],
  [{ name: null, email: ' ' }, 'i1', undefined],
  [null, 'i1', undefined],
  ['Ann', 'i1', undefined],
])('an identity with the traits %j is called %s', (traits, name, address) => {
  const session = readSession({ id: 's1', identity: { id: 'i1', traits } });
  expect(session && displayName(session)).toBe(name);
  expect(session && signInAddress(session)).toBe(address);
});
