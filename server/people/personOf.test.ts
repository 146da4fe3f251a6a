import { expect, test } from '@jest/globals';
import { personOf } from './personOf.ts';

const key = { id: 'aWQ=', is_passwordless: true };

test('an identity is found by all of its values, and shown with what it has', () => {
  expect(
    personOf({
      id: 'i1',
      external_id: 'ext-7',
      schema_id: 'default',
      state: 'active',
      created_at: '2026-11-01T00:00:00Z',
      traits: {
        email: 'ada@a.example',
        name: { first: 'Ada', last: 'Lovelace' },
        deep: [{ room: 12 }],
        tos: true,
      },
      verifiable_addresses: [
        { value: 'ada@a.example', verified: true },
        { value: 'other@a.example', verified: false },
      ],
      credentials: {
        password: { identifiers: ['ada@a.example'], config: { hashed_password: 'a hash' } },
        oidc: { identifiers: ['google:1'] },
        passkey: { identifiers: ['handle'], config: { credentials: [key] } },
      },
    }),
  ).toEqual({
    identity: 'i1',
    name: 'Ada Lovelace',
    address: 'ada@a.example',
    schema: 'default',
    state: 'active',
    methods: ['password', 'oidc', 'passkey'],
    proved: true,
    created: Date.parse('2026-11-01T00:00:00Z'),
    text: [
      'i1',
      'ada@a.example',
      'other@a.example',
      'google:1',
      'handle',
      'ext-7',
      'Ada',
      'Lovelace',
      '12',
    ].join('\n'),
  });
});

test('credentials without content are none, and secrets are in no text', () => {
  const { methods, text } = personOf({
    id: 'i1',
    credentials: {
      password: { identifiers: ['ada'], config: { hashed_password: '' } },
      webauthn: { identifiers: ['ada'], config: {} },
      passkey: { identifiers: ['ada'], config: { credentials: [] } },
      oidc: { identifiers: [] },
    },
  });
  expect(methods).toEqual([]);
  expect(text).toBe('i1\nada');
});

test.each([
  [{ username: 'ada' }, 'ada'],
  [{ phone: '+491701' }, '+491701'],
  [{ phone: '+491701', email: 'ada@a.example' }, 'ada@a.example'],
  [{}, ''],
  ['nothing', ''],
])('somebody with %j is shown by %j', (traits, address) => {
  expect(personOf({ id: 'i1', traits })).toMatchObject({ address, proved: false, created: 0 });
});
