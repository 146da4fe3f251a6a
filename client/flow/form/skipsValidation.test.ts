import { expect, test } from '@jest/globals';
import type { UiNode } from '@ory/client';
import { input, text } from '../../../test/support/flows/flowParts.ts';
import { recordedFlow } from '../../../test/support/flows/recordedFlow.ts';
import type { FlowKind } from '../../../shared/page.ts';
import { inputAttributes } from '../../../shared/flow/inputAttributes.ts';
import { nodesOf, formsOf } from '../model/forms.ts';
import { bypassesForm, skipsValidation, validatedFields } from './skipsValidation.ts';

function pick(kind: FlowKind, flow: string, name: string, value?: string) {
  for (const form of formsOf(kind, recordedFlow(flow))) {
    const button = nodesOf(form).find((node) => {
      const found = inputAttributes(node);
      return found?.name === name && (value === undefined || found.value === value);
    });
    if (button) return { form, button };
  }
  throw new Error(`no ${name} in ${flow}`);
}
const names = (nodes: UiNode[]) => nodes.map((node) => inputAttributes(node)?.name);

test.each<[string, UiNode]>([
  ['a social button', input('oidc', 'provider', 'submit', { value: 'google' })],
  ['a single sign-on button', input('saml', 'provider', 'submit', { value: 'acme' })],
  ['a button labelled Email', input('code', 'email', 'submit', { value: 'a@b.c' }, text(1070007, 'Email'))],
  [
    'a button labelled Resend code',
    input('code', 'resend', 'submit', { value: 'code' }, text(1070008, 'Resend code')),
  ],
  [
    'a button back to the previous step',
    input('profile', 'screen', 'submit', { value: 'previous' }, text(1040008, 'Back')),
  ],
])('%s skips validation', (_what, node) => {
  expect(skipsValidation(node)).toBe(true);
});

test('signing in with the password requires both', () => {
  const { form, button } = pick('login', 'login', 'method', 'password');
  expect(bypassesForm(form, button)).toBe(false);
  expect(names(validatedFields(form, button))).toEqual(['identifier', 'password']);
});
