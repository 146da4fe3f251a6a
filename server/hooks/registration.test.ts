import { expect, test } from '@jest/globals';
import { notLinked } from '../../shared/flow/messageId.ts';
import { providerCookies } from '../security/cookies/providerCookies.ts';
import type { AdminSession } from '../upstreams/kratos.ts';
import { onRegistration } from './registration.ts';

const registered = (cookies: Record<string, string>, session: AdminSession | 'none' | 'secondFactor') =>
  onRegistration(
    {
      flow: { id: 'f1', active: 'oidc' },
      identity: { id: 'new', verifiable_addresses: [{ value: 'ann@acme.example', verified: true }] },
      cookies,
    },
    {
      kratos: { whoami: () => Promise.resolve(session) },
      cookies: providerCookies('ory_kratos_session'),
      consentVersion: undefined,
    },
  );

const session = { identity: { id: 'ann' } } as AdminSession;

test('nobody who is signed in is signed up: Kratos would, with a social account that is not linked', async () => {
  const refused = await registered({ ory_kratos_session: 's' }, session);
  expect(JSON.stringify(refused)).toContain(String(notLinked));
  const halfWay = await registered({ ory_kratos_session: 's' }, 'secondFactor');
  expect(JSON.stringify(halfWay)).toContain(String(notLinked));
  expect(await registered({ ory_kratos_session: 's' }, 'none')).toEqual({});
  expect(await registered({}, session)).toEqual({});
});
