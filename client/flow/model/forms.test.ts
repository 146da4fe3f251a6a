import { describe, expect, test } from '@jest/globals';
import type { UiNode } from '@ory/client';
import { flowOf, input, text } from '../../../test/support/flows/flowParts.ts';
import { newerFlows } from '../../../test/support/flows/newerFlows.ts';
import { recordedFlow, recordedFlows } from '../../../test/support/flows/recordedFlow.ts';
import { inputAttributes, isButton, isField } from '../../../shared/flow/inputAttributes.ts';
import { hasNode, isSecondFactor, nodesOf, formsOf, type Form } from './forms.ts';

const byName = (name: string) => {
  const found = newerFlows.find((one) => one.name === name);
  if (!found) throw new Error(name);
  return found;
};
const nameOf = (node: UiNode) => {
  const input = inputAttributes(node);
  return input
    ? [input.name, ...(input.type === 'submit' ? [String(input.value)] : [])].join('=')
    : node.type;
};
const ids = (forms: Form[]) => forms.map(({ id }) => id);
const namesIn = (form: Form) => nodesOf(form).map(nameOf);

describe.each([...recordedFlows, ...newerFlows])('$name', ({ kind, flow }) => {
  const forms = formsOf(kind, flow);

  test('every node is in exactly one form, or in all of them', () => {
    const own = forms.flatMap(nodesOf);
    const hidden = forms[0]?.hidden ?? [];
    expect(new Set([...own, ...hidden])).toEqual(new Set(flow.ui.nodes));
    expect(own).toHaveLength(new Set(own).size);
    for (const form of forms) expect(form.hidden).toBe(hidden);
  });

  test('every field is in a form with a button that sends it', () => {
    const isStranded = (form: Form) => hasNode(form, isField) && !hasNode(form, isButton);
    const hasButtons = flow.ui.nodes.some(isButton);
    expect(hasButtons && ids(forms.filter(isStranded))).toEqual(hasButtons && []);
  });
});

test('a re-authentication with second factors includes the password, and each form carries the identifier', () => {
  const forms = formsOf('login', byName('a confirmation with second factors').flow);
  expect(ids(forms)).toEqual(['webauthn', 'password', 'totp', 'lookup_secret', 'code']);
  for (const { hidden } of forms) expect(hidden.map(nameOf)).toEqual(['csrf_token', 'identifier']);
});

test('a button that the provider sends twice is shown once', () => {
  const button = input('link', 'method', 'submit', { value: 'link' }, text(1070009, 'Continue'));
  const [form] = formsOf('verification', flowOf('verification', [button, { ...button }]));
  expect(form && namesIn(form)).toEqual(['method=link']);
});

test('a resend button is shown if codes are mailed, but not if links are', () => {
  const again = input('code', 'email', 'submit', { value: 'a@b.example' }, text(1070008, 'Resend code'));
  const ofLink = input('link', 'method', 'submit', { value: 'link' }, text(1070009, 'Continue'));
  const ofCode = input('code', 'method', 'submit', { value: 'code' }, text(1070009, 'Continue'));
  const names = (button: UiNode): string[] =>
    formsOf('verification', flowOf('verification', [button, again])).flatMap(namesIn);
  expect(names(ofLink)).toEqual(['method=link']);
  expect(names(ofCode)).toEqual(['method=code', 'email=a@b.example']);
});

test('a re-authentication or step-up without second factors is an ordinary sign-in', () => {
  expect(isSecondFactor(recordedFlow('login-refresh-password'))).toBe(false);
  expect(ids(formsOf('login', recordedFlow('login-aal2-code')))).toEqual(['main']);
  expect(isSecondFactor(recordedFlow('login'))).toBe(false);
  expect(isSecondFactor(recordedFlow('login-aal2'))).toBe(true);
});

test('the webauthn script alone does not count as a second factor', () => {
  const flow = recordedFlow('identifier-first-password');
  expect(isSecondFactor({ ...flow, refresh: true })).toBe(false);
});

test('a button that leads back comes last', () => {
  const [form] = formsOf('registration', recordedFlow('registration-two-step-choose'));
  expect(form && namesIn(form).at(-1)).toBe('screen=previous');
});

test('the resend button comes last, wherever the provider put it', () => {
  for (const name of [
    'login-code-wrong',
    'login-code-sent',
    'registration-code-wrong',
    'registration-code-sent',
  ]) {
    if (!recordedFlows.some((one) => one.name === name)) continue;
    const forms = formsOf(name.startsWith('login') ? 'login' : 'registration', recordedFlow(name));
    expect(forms.flatMap(namesIn).at(-1)).toBe('resend=code');
  }
  const recovery = formsOf('recovery', recordedFlow('recovery-sent'));
  expect(recovery.flatMap(namesIn).at(-1)).toBe('email=ann@example.org');
});

test.each(['a sign-up by OpenID Connect that lacks a trait', 'a sign-up by SAML that lacks a trait'])(
  '%s is one form, with the traits before the button',
  (name) => {
    const forms = formsOf('registration', byName(name).flow);
    expect(forms.map(namesIn)).toEqual([['traits.email', 'traits.tos', expect.stringMatching(/^provider=/)]]);
  },
);
