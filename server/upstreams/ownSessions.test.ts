import { expect, test } from '@jest/globals';
import { readSession } from '../../shared/readSession.ts';
import type { KratosFrontend } from './kratos.ts';
import { ownSessions } from './ownSessions.ts';
import type { Visitor } from './session.ts';

const at = '2026-01-01T12:00:00Z';
const later = '2026-01-01T12:10:00Z';
const device = { id: 'd1', ip_address: '192.0.2.7', user_agent: 'curl/8.5.0', location: 'Bern' };

/** A session as Kratos lists it. */
const listed = (id: string, more: object = {}): object => ({
  id,
  active: true,
  authenticated_at: at,
  issued_at: at,
  expires_at: at,
  authenticator_assurance_level: 'aal1',
  identity: { id: 'ada', traits: { email: 'ada@example.org' } },
  authentication_methods: [{ method: 'password', aal: 'aal1', completed_at: at }],
  devices: [device, { ...device, id: 'd2' }],
  ...more,
});

const shown = { authenticated_at: at, authentication_methods: [{ method: 'password' }], devices: [device] };

test('only the details of a session that the settings show are kept', async () => {
  const body = [
    listed('s1'),
    // the provider lists what has been set up since, too
    listed('s2', {
      authenticated_at: later,
      authentication_methods: [
        { method: 'password', completed_at: at },
        { method: 'totp', completed_at: '2026-01-01T12:05:00Z' },
        { method: 'webauthn', completed_at: later },
        { method: 'lookup_secret', completed_at: '2026-01-01T12:20:00Z' },
      ],
    }),
    listed('s3', { authenticated_at: undefined }),
    listed('s4', { active: false }),
  ];
  const kratos = { answer: () => Promise.resolve({ status: 200, body }) } as unknown as KratosFrontend;
  const who = { kind: 'signedIn', session: readSession(listed('s1')) } as Visitor;
  const own = await ownSessions({ kratos, cookie: 'a=b', visitor: () => Promise.resolve(who) });
  expect(JSON.parse(JSON.stringify(own))).toEqual({
    current: { id: 's1', ...shown },
    others: [
      {
        id: 's2',
        ...shown,
        authenticated_at: later,
        authentication_methods: [{ method: 'password' }, { method: 'webauthn' }],
      },
      { ...shown, id: 's3', authenticated_at: undefined, issued_at: at },
    ],
  });
});
