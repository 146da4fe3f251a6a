import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import type { Session } from '@ory/client';
import english from '../../locales/en.json' with { type: 'json' };
import { readSession } from '../../shared/readSession.ts';
import { session } from '../../test/support/oauth2Harness.ts';
import { claimsFor } from './scopeClaims.ts';

const identity = session.identity as unknown as NonNullable<Session['identity']>;

const hydraFile = readFileSync('provider/hydra/hydra.yml', 'utf8');

/** The scopes that release no claims. */
const withoutClaims = ['openid', 'offline_access'];

test('the profile says when it was changed, in seconds, and leaves an invalid time out', () => {
  const at = (updated_at: unknown) => {
    const answer = readSession({ ...session, identity: { ...session.identity, updated_at } });
    return answer?.identity && claimsFor(['profile'], answer.identity).updated_at;
  };
  expect(at('2026-03-01T12:00:00.9Z')).toBe(1_772_366_400);
  for (const time of [undefined, null, '', 'yesterday', 7]) expect(at(time)).toBeUndefined();
});

test('the discovery document of the shipped Hydra names the scopes and claims that are released', () => {
  const whole = {
    ...identity,
    traits: { email: 'a@example.org', name: { first: 'A', last: 'B' }, locale: 'en' },
    updated_at: '2026-03-01T12:00:00Z',
  };
  const configured = (name: string) =>
    new RegExp(`^ +${name}: \\[(.*)\\]$`, 'm').exec(hydraFile)?.[1]?.split(', ').toSorted();
  expect(configured('supported_scope')).toEqual(['email', 'profile']);
  expect(configured('supported_claims')).toEqual(
    Object.keys(claimsFor(['email', 'profile'], whole)).toSorted(),
  );
});

test('each scope with a description releases claims', () => {
  const inWords = Object.keys(english)
    .filter((key) => key.startsWith('scope.'))
    .map((key) => key.slice('scope.'.length));
  const empty = inWords.filter((scope) => Object.keys(claimsFor([scope], identity)).length === 0);
  expect(empty.toSorted()).toEqual(withoutClaims.toSorted());
});
