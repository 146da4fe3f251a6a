import type { UiNode } from '@ory/client';
import type { Flow, FlowKind } from '../../../shared/page.ts';
import { flowOf, input, method, text } from './flowParts.ts';

const node = (group: string, type: string, attributes: object): UiNode =>
  ({
    type,
    group,
    attributes: { node_type: type, ...attributes },
    messages: [],
    meta: {},
  }) as unknown as UiNode;

const script = node('webauthn', 'script', {
  src: 'http://localhost:3000/.well-known/ory/webauthn.js',
  async: true,
  referrerpolicy: 'no-referrer',
  crossorigin: 'anonymous',
  integrity: 'sha512-x',
  type: 'text/javascript',
  id: 'webauthn_script',
  nonce: 'n',
});

const identifier = input(
  'default',
  'identifier',
  'text',
  { value: '', required: true, autocomplete: 'username webauthn' },
  text(1070002, 'E-Mail', { title: 'E-Mail', name: 'identifier' }),
);
const password = [
  input('password', 'password', 'password', { required: true }, text(1070001, 'Password')),
  method('password', text(1010022, 'Sign in with password')),
];

/** Every kind of second factor in one login. */
const secondFactors = [
  input('webauthn', 'webauthn_login', 'hidden', { value: '' }),
  input(
    'webauthn',
    'webauthn_login_trigger',
    'button',
    { value: '{"publicKey":{}}', onclick: 'window.oryWebAuthnLogin()', onclickTrigger: 'oryWebAuthnLogin' },
    text(1010011, 'Sign in with hardware key'),
  ),
  script,
  input('totp', 'totp_code', 'text', { required: true }, text(1010006, 'Authentication code')),
  method('totp', text(1010009, 'Use Authenticator')),
  input('lookup_secret', 'lookup_secret', 'text', { required: true }, text(1010007, 'Backup recovery code')),
  method('lookup_secret', text(1010010, 'Use backup recovery code')),
  input(
    'code',
    'address',
    'submit',
    { value: 'ann@example.org' },
    text(1010023, 'Send code to ann@example.org', { address: 'ann@example.org' }),
  ),
];

/** A sign-up with another service's account that lacks a required trait. */
const socialSignUp = (group: string, provider: string): Flow =>
  flowOf('registration', [
    input(group, 'provider', 'submit', { value: provider }, text(1040003, 'Continue', { provider })),
    input('default', 'traits.email', 'email', { value: 'ann@acme.example', required: true }),
    input('default', 'traits.tos', 'checkbox', { required: true }),
  ]);

/** Flows that Kratos 1.3.1 does not create, written after the contract of Kratos 26.2. */
export const newerFlows: { name: string; kind: FlowKind; flow: Flow }[] = [
  {
    name: 'a sign-up by OpenID Connect that lacks a trait',
    kind: 'registration',
    flow: socialSignUp('oidc', 'acme'),
  },
  {
    name: 'a sign-up by SAML that lacks a trait',
    kind: 'registration',
    flow: socialSignUp('saml', 'okta'),
  },
  {
    name: 'a passkey with autofill',
    kind: 'login',
    flow: flowOf('login', [
      identifier,
      input('passkey', 'passkey_challenge', 'hidden', { value: '{"publicKey":{}}' }),
      input('passkey', 'passkey_login', 'hidden', {
        value: '',
        onloadTrigger: 'oryPasskeyLoginAutocompleteInit',
      }),
      input(
        'passkey',
        'passkey_login_trigger',
        'button',
        { onclickTrigger: 'oryPasskeyLogin', onloadTrigger: 'oryPasskeyLoginAutocompleteInit' },
        text(1010021, 'Sign in with passkey'),
      ),
      script,
      ...password,
    ]),
  },
  {
    name: 'the second factor',
    kind: 'login',
    flow: flowOf('login', secondFactors, { requested_aal: 'aal2' }),
  },
  {
    name: 'a confirmation with second factors',
    kind: 'login',
    flow: flowOf(
      'login',
      [input('default', 'identifier', 'hidden', { value: 'ann@example.org' }), ...password, ...secondFactors],
      { refresh: true },
    ),
  },
  {
    name: 'a captcha',
    kind: 'registration',
    flow: flowOf('registration', [
      input(
        'default',
        'traits.email',
        'email',
        { required: true, maxlength: 320 },
        text(1070002, 'E-Mail', { title: 'E-Mail', name: 'traits.email' }),
      ),
      node('captcha', 'script', {
        src: 'https://challenges.example/api.js',
        async: true,
        referrerpolicy: 'no-referrer',
        crossorigin: 'anonymous',
        integrity: '',
        type: 'text/javascript',
        id: 'captcha_script',
        nonce: 'n',
      }),
      node('captcha', 'div', {
        id: 'cf-turnstile',
        class: 'cf-turnstile',
        data: { sitekey: 'key', 'x y': 'no' },
      }),
      input('captcha', 'transient_payload.captcha_turnstile_response', 'hidden', { value: '' }),
      ...password,
    ]),
  },
  {
    name: 'single sign-on',
    kind: 'login',
    flow: flowOf('login', [
      input(
        'saml',
        'provider',
        'submit',
        { value: 'acme-saml' },
        text(1010002, 'Sign in with Acme', { provider: 'Acme', provider_id: 'acme-saml' }),
      ),
      identifier,
      ...password,
    ]),
  },
  {
    name: 'a group that nobody has heard of',
    kind: 'login',
    flow: flowOf('login', [
      identifier,
      ...password,
      input(
        'brainwave',
        'thought',
        'text',
        { required: true },
        text(1070002, 'Thought', { title: 'Thought' }),
      ),
      method('brainwave', text(9990001, 'Sign in by thinking')),
      node('brainwave', 'hologram', { id: 'h1' }),
    ]),
  },
  {
    name: 'a device key',
    kind: 'settings',
    flow: flowOf('settings', [
      input(
        'profile',
        'traits.email',
        'email',
        { value: 'ann@example.org', required: true },
        text(1070002, 'E-Mail', { title: 'E-Mail', name: 'traits.email' }),
      ),
      method('profile', text(1070003, 'Save')),
      input(
        'deviceauthn',
        'deviceauthn_remove',
        'submit',
        { value: 'd1' },
        text(1050021, 'Remove hardware key', {
          device_name: 'Work phone',
          created_at: '2026-03-11T12:00:00Z',
        }),
      ),
    ]),
  },
  {
    name: 'inputs of every type',
    kind: 'registration',
    flow: flowOf('registration', [
      ...['text', 'password', 'number', 'email', 'tel', 'url', 'date', 'datetime-local'].map((type) =>
        input('default', `traits.${type}`, type, { pattern: '.+' }, text(1070002, type, { title: type })),
      ),
      input(
        'default',
        'traits.locale',
        'text',
        { options: [{ value: 'en' }, { value: 'fr' }] },
        text(1070002, 'Language', { title: 'Language', name: 'traits.locale' }),
      ),
      input(
        'default',
        'traits.size',
        'number',
        { options: [{ value: 1 }, { value: 2 }] },
        text(1070002, 'Size', { title: 'Size' }),
      ),
      input('default', 'traits.news', 'checkbox', { value: true }, text(1070002, 'News', { title: 'News' })),
      input('default', 'traits.colour', 'color', {}, text(1070002, 'Colour', { title: 'Colour' })),
      method('password', text(1040001, 'Sign up')),
    ]),
  },
  {
    name: 'a verified address',
    kind: 'verification',
    flow: flowOf(
      'verification',
      [
        node('code', 'a', {
          id: 'continue',
          href: 'http://localhost:3000/app',
          title: text(1070009, 'Continue'),
        }),
      ],
      { state: 'passed_challenge' },
    ),
  },
  { name: 'nothing but a token', kind: 'login', flow: flowOf('login', []) },
];

/** Returns one of these flows by its name. */
export function newerFlow(name: string): Flow {
  const found = newerFlows.find((one) => one.name === name);
  if (!found) throw new Error(`there is no flow of ${name}`);
  return found.flow;
}
