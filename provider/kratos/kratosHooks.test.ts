import { describe, expect, test } from '@jest/globals';
import { flows, hookLists } from '../../test/support/kratosFile.ts';

/** The methods that create accounts; Kratos calls social sign-in `oidc`. */
const signUpMethods = ['code', 'password', 'oidc', 'webauthn', 'passkey'];

/** Each list of hooks, as the moment that a web hook asks about, or the hook's name. */
const asked = (flow: string): Record<string, string[]> =>
  Object.fromEntries(
    Object.entries(hookLists(flow)).map(([method, hooks]) => [
      method,
      hooks.map(({ hook, config }) => config?.url.split('/').at(-1) ?? hook),
    ]),
  );

describe('Kratos asks the portal', () => {
  // a method's own list would replace the general one
  test.each([
    ['login', { '': ['login'] }],
    ['verification', { '': ['verification'] }],
    ['recovery', { '': ['recovery'] }],
  ])('first after each %s', (flow, lists) => {
    expect(asked(flow)).toEqual(lists);
  });

  test('before and after every registration, whatever the method; only a mailed code, which proves the address, gives a session', () => {
    const { code, ...others } = asked('registration');
    expect(code).toEqual(['registration', 'registered', 'session']);
    expect(Object.keys(others).sort()).toEqual(signUpMethods.filter((method) => method !== 'code').sort());
    for (const hooks of Object.values(others))
      expect(hooks).toEqual(['registration', 'registered', 'show_verification_ui']);
  });

  test('before the profile or the password changes, and after every change, with its method', () => {
    expect(asked('settings')).toEqual({
      profile: ['profile', 'settings?method=profile'],
      password: ['password', 'settings?method=password', 'revoke_active_sessions'],
      oidc: ['settings?method=oidc', 'revoke_active_sessions'],
      webauthn: ['settings?method=webauthn', 'revoke_active_sessions'],
      passkey: ['settings?method=passkey'],
      totp: ['settings?method=totp', 'revoke_active_sessions'],
      lookup_secret: ['settings?method=lookup_secret', 'revoke_active_sessions'],
    });
  });

  test('and waits for the answer, which may refuse it or change the identity', () => {
    for (const flow of Object.keys(flows))
      for (const { config } of Object.values(hookLists(flow)).flat())
        if (config) {
          const { can_interrupt: refuses = false, response } = config;
          expect([config.url, refuses || response?.parse === true || response?.ignore === false]).toEqual([
            config.url,
            true,
          ]);
          expect(response?.ignore).not.toBe(true);
        }
  });
});
