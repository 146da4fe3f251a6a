import { expect, test } from '@jest/globals';
import type { Hydra } from '../upstreams/hydra.ts';
import { addressChange, applicationOf, methodChanged, signedIn, signedUp } from './happened.ts';
import type { Question } from './question.ts';

const asked: Question = {
  flow: { id: 'f1', active: 'password', login_challenge: 'c1' },
  identity: { id: 'ada' },
};

const hydraWith = (login: (challenge: string) => Promise<unknown>): Hydra =>
  ({ challenges: { login } }) as unknown as Hydra;

test('a sign-in for an application names it', async () => {
  const hydra = hydraWith((challenge) =>
    Promise.resolve({ request: { challenge, client: { client_id: 'lab', client_name: 'Lab Results' } } }),
  );
  const application = await applicationOf(asked, hydra);
  expect(signedIn(asked, application)).toEqual({
    kind: 'signedIn',
    about: { method: 'password', application: 'Lab Results' },
  });
});

test('a sign-up for an application names it, and the service whose account it was made with', () => {
  const account = { id: 'ada', credentials: { oidc: { identifiers: ['acme:a1'] } } };
  expect(signedUp(account, 'oidc', 'Lab Results')).toEqual({
    kind: 'registered',
    about: { method: 'oidc', provider: 'acme', application: 'Lab Results' },
  });
});

test.each([
  ['Hydra does not answer', asked, hydraWith(() => Promise.reject(new Error('away')))],
  ['the request is over', asked, hydraWith(() => Promise.resolve({ over: true }))],
  [
    'no application asks',
    { ...asked, flow: { id: 'f1' } },
    hydraWith(() => Promise.reject(new Error('asked'))),
  ],
  ['there is no Hydra', asked, undefined],
])('names none where %s', async (_why, question, hydra) => {
  expect(await applicationOf(question, hydra)).toBeUndefined();
});

test('a linked account is named by its service', () => {
  const account = { id: 'ada', credentials: { oidc: { identifiers: ['acme:a1'] } } };
  expect(methodChanged({ ...asked, method: 'oidc' }, account, 'oidc:acme:a1')).toEqual({
    kind: 'methodAdded',
    about: { method: 'oidc', provider: 'acme' },
  });
  const without = { id: 'ada', credentials: { oidc: { identifiers: [] } } };
  expect(methodChanged({ ...asked, method: 'oidc' }, without, undefined)).toEqual({
    kind: 'methodRemoved',
    about: { method: 'oidc' },
  });
});

test.each([
  ['alone', { name: { last: 'Lovelace', first: 'Ada' }, email: 'other@test.example' }, undefined],
  ['with the name', { name: { first: 'Mallory' }, email: 'other@test.example' }, true],
])('a change of the address %s', (_how, traits, withOthers) => {
  const before = {
    id: 'ada',
    traits: { email: 'ada@test.example', name: { first: 'Ada', last: 'Lovelace' } },
    verifiable_addresses: [{ value: 'ada@test.example', verified: true }],
  };
  const identity = {
    id: 'ada',
    traits,
    verifiable_addresses: [{ value: 'other@test.example', verified: false }],
  };
  expect(addressChange({ ...asked, identity }, before)).toEqual({
    address: 'other@test.example',
    formerAddress: 'ada@test.example',
    formerPlace: '/traits/email',
    wasProved: true,
    ...(withOthers && { withOthers }),
  });
});
