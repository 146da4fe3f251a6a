import { expect, test } from '@jest/globals';
import { newerFlow } from '../../../test/support/flows/newerFlows.ts';
import { recordedFlow } from '../../../test/support/flows/recordedFlow.ts';
import type { Flow, FlowKind } from '../../../shared/page.ts';
import { inputAttributes } from '../../../shared/flow/inputAttributes.ts';
import { primarySubmit } from './buttons.ts';
import { formsOf } from './forms.ts';

const primaries = (kind: FlowKind, flow: Flow) =>
  Object.fromEntries(
    formsOf(kind, flow).map((form) => {
      const primary = primarySubmit(form);
      const input = primary && inputAttributes(primary);
      return [form.id, input && `${input.name}=${String(input.value)}`];
    }),
  );

test.each<[string, FlowKind, Record<string, string | undefined>]>([
  ['login', 'login', { oidc: undefined, main: 'method=password', passkey: undefined }],
  ['identifier-first', 'login', { oidc: undefined, main: 'method=identifier_first', passkey: undefined }],
  ['identifier-first-password', 'login', { main: 'method=password', passkey: undefined }],
  ['login-code-sent', 'login', { main: 'method=code' }],
  ['login-code-wrong', 'login', { main: 'method=code' }],
  ['login-aal2-code', 'login', { main: undefined }],
  ['login-refresh-password', 'login', { main: 'method=password' }],
  ['registration', 'registration', { oidc: undefined, main: 'method=password' }],
  ['registration-two-step', 'registration', { oidc: undefined, main: 'method=profile' }],
  ['registration-two-step-choose', 'registration', { main: 'method=password' }],
  ['recovery', 'recovery', { main: 'method=code' }],
  ['recovery-sent', 'recovery', { main: 'method=code' }],
  ['verification-sent', 'verification', { main: 'method=code' }],
  [
    'settings',
    'settings',
    {
      profile: 'method=profile',
      password: 'method=password',
      oidc: undefined,
      lookup_secret: undefined,
      webauthn: undefined,
      passkey: undefined,
      totp: 'method=totp',
    },
  ],
])('%s (%s): Enter presses the primary button', (name, kind, expected) => {
  expect(primaries(kind, recordedFlow(name))).toEqual(expected);
});

test.each([
  ['a sign-up by OpenID Connect that lacks a trait', 'provider=acme'],
  ['a sign-up by SAML that lacks a trait', 'provider=okta'],
])('%s: Enter presses its only button', (name, button) => {
  expect(primaries('registration', newerFlow(name))).toEqual({ main: button });
});
