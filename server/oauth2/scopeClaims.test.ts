import { expect, test } from '@jest/globals';
import type { Session } from '@ory/client';
import english from '../../locales/en.json' with { type: 'json' };
import { session } from '../../test/support/oauth2Harness.ts';
import { claimsFor } from './scopeClaims.ts';

const identity = session.identity as unknown as NonNullable<Session['identity']>;

/** What these allow is no claim. */
const withoutClaims = ['openid', 'offline_access'];

test('each scope that is offered in words releases claims', () => {
  const inWords = Object.keys(english)
    .filter((key) => key.startsWith('scope.'))
    .map((key) => key.slice('scope.'.length));
  const empty = inWords.filter((scope) => Object.keys(claimsFor([scope], identity)).length === 0);
  expect(empty.toSorted()).toEqual(withoutClaims.toSorted());
});
