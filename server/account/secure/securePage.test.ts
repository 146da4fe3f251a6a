import { expect, test } from '@jest/globals';
import type { Activity, ActivityAbout, ActivityKind } from '../../../shared/activity.ts';
import { storedIdentity } from '../../upstreams/storedIdentity.ts';
import { shownChanges } from './securePage.ts';

const trust = { addresses: [], confirmed: [], known: [], secured: { at: 100, since: 10 } };

/** Prepares what happened to an account, the latest first, for the page. */
function review(events: [at: number, kind: ActivityKind, about?: ActivityAbout][], account: object = {}) {
  const history: Activity[] = events.map(([at, kind, about = {}]) => ({
    id: `${kind} ${at}`,
    at,
    kind,
    about,
  }));
  return shownChanges(
    { history: () => Promise.resolve({ events: history, next: undefined, isFirst: true }) },
    storedIdentity.parse({ id: 'ada', metadata_admin: { portal: trust }, ...account }),
  );
}

test('a password that somebody else has set is undone once its owner has set another, and until then is not', async () => {
  expect(await review([[50, 'passwordChanged']])).toMatchObject([{ at: 50, settings: 'password' }]);
  const changes = await review([
    [200, 'passwordChanged'],
    [50, 'passwordChanged'],
  ]);
  expect(changes).toMatchObject([{ at: 50, isUndone: true }]);
});

test('each change that still stands can be undone, before those that are undone', async () => {
  const changes = await review(
    [
      [90, 'methodAdded', { method: 'totp' }],
      [80, 'methodAdded', { method: 'oidc', provider: 'acme' }],
      [70, 'methodAdded', { method: 'passkey' }],
      [60, 'methodRemoved', { method: 'lookup_secret' }],
      [50, 'profileChanged'],
    ],
    {
      credentials: {
        oidc: { identifiers: ['acme:1'] },
        passkey: { config: { credentials: [{ id: 'key' }] } },
      },
    },
  );
  expect(changes.map(({ at, undo, settings, isUndone }) => [at, undo ?? settings ?? isUndone])).toEqual([
    [80, 'methodAdded 80'],
    [70, 'passkey'],
    [60, 'lookupSecret'],
    [50, 'profile'],
    [90, true],
  ]);
});

test('a change of address is undone once the former address is back, unless somebody had just added it', async () => {
  const change: Parameters<typeof review>[0] = [
    [60, 'addressChanged', { formerAddress: 'second@thief.example', address: 'third@thief.example' }],
    [50, 'addressChanged', { formerAddress: 'ada@test.example', address: 'second@thief.example' }],
  ];
  const having = (value: string) => ({ verifiable_addresses: [{ value, verified: false }] });
  expect(await review(change, having('ada@test.example'))).toMatchObject([
    { at: 60, isUndone: true },
    { at: 50, isUndone: true },
  ]);
  expect(await review(change, having('other@test.example'))).toMatchObject([
    { at: 50, settings: 'profile' },
    { at: 60, isUndone: true },
  ]);
});

test('an authenticator app that the owner has set up since is not offered to be removed', async () => {
  const app = { credentials: { totp: { config: {} } } };
  const changes = await review(
    [
      [200, 'methodAdded', { method: 'totp' }],
      [50, 'methodAdded', { method: 'totp' }],
    ],
    app,
  );
  expect(changes).toMatchObject([{ at: 50, isUndone: true }]);
  expect(await review([[50, 'methodAdded', { method: 'totp' }]], app)).toMatchObject([
    { undo: 'methodAdded 50' },
  ]);
});
