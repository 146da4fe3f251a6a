import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';

interface Hooks {
  hooks?: { hook: string }[];
}
type After = Hooks & Record<string, Hooks>;

const { selfservice } = parse(readFileSync(path.join(import.meta.dirname, 'kratos.yml'), 'utf8')) as {
  selfservice: { methods: Record<string, { enabled: boolean }>; flows: Record<string, { after: After }> };
};
const after = (flow: string): After => selfservice.flows[flow]?.after ?? {};
const names = (hooks: Hooks | undefined): string[] => (hooks?.hooks ?? []).map(({ hook }) => hook);

/** The methods that create accounts; Kratos calls social sign-in `oidc`. */
const signUpMethods = ['password', 'oidc', 'webauthn', 'passkey'];

describe('nobody gets a session before the address is verified:', () => {
  test('a sign-in by any method requires a verified address', () => {
    const { hooks, ...ofMethods } = after('login');
    expect(names({ hooks })).toContain('require_verified_address');
    // a method's own list replaces the general one
    const lists = Object.values(ofMethods as Record<string, Hooks>).filter((one) => one.hooks);
    expect(lists.filter((one) => !names(one).includes('require_verified_address'))).toEqual([]);
  });

  test.each(signUpMethods)('a sign-up by %s leads to the verification', (method) => {
    expect(names(after('registration')[method])).toEqual(['show_verification_ui']);
  });

  test('a sign-up by a mailed code, which verifies the address, is the only one that gives a session', () => {
    const { code, ...others } = after('registration');
    expect(names(code)).toEqual(['session']);
    expect(Object.values(others).flatMap((one) => names(one as Hooks))).not.toContain('session');
  });
});
