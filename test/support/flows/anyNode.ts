import fc from 'fast-check';
import { exampleContexts } from '../exampleContexts.ts';
import {
  flag,
  list,
  moment,
  object,
  oneOf,
  unix,
  url,
  whole,
  words,
  type Kind,
  type Shape,
} from './looseValues.ts';

const messageIds = [...Object.keys(exampleContexts).map(Number), 1, 9_990_001];

const contexts: Shape = {
  title: words,
  name: fc.oneof(words, fc.constantFrom('traits.email', 'traits.name.first')),
  reason: words,
  property: words,
  provider: words,
  secret: words,
  display_name: words,
  added_at: moment,
  added_at_unix: unix,
  expired_at: moment,
  expired_at_unix: unix,
  used_at: moment,
  used_at_unix: unix,
  privilegedSessionExpiresAt: moment,
  available_credential_types: list(oneOf('password', 'oidc', 'webauthn', 'lookup_secret')),
  available_providers: list(words),
  allowed_domains: list(words),
};

/** Messages of any id, whose context may contain messages, too. */
export const { message } = fc.letrec<{ message: unknown }>((tie) => ({
  message: fc.constantFrom(...messageIds).chain((known) =>
    object({
      id: fc.constant(known),
      text: words,
      type: oneOf('info', 'error', 'success'),
      context: fc.oneof(
        { weight: 2, arbitrary: fc.constant(exampleContexts[known] ?? {}) },
        { weight: 1, arbitrary: object({ ...contexts, secrets: list(tie('message'), 2) }) },
      ),
    }),
  ),
}));

const triggers = [
  'oryWebAuthnRegistration',
  'oryWebAuthnLogin',
  'oryPasskeyLogin',
  'oryPasskeyLoginAutocompleteInit',
  'oryPasskeyRegistration',
  'oryPasskeySettingsRegistration',
];

const names = [
  'identifier',
  'traits.email',
  'traits.name.first',
  'traits.locale',
  'traits.doctor',
  'password',
  'code',
  'totp_code',
  'lookup_secret',
  'method',
  'provider',
  'screen',
  'resend',
  'webauthn_remove',
  'recovery_select_address',
  'csrf_token',
];

/** The attributes of a node, by its type. */
const attributesOf: Record<string, Shape> = {
  input: {
    name: oneOf(...names),
    type: oneOf(
      ...['text', 'password', 'number', 'checkbox', 'hidden', 'email', 'tel', 'submit', 'button'],
      ...['datetime-local', 'date', 'url'],
      ...['file', 'radio', 'color'],
    ),
    value: fc.oneof(words, fc.constantFrom(...['google', 7, true, 'a', '2026-01-31T12:00:00Z'])),
    required: flag,
    disabled: flag,
    autocomplete: oneOf(
      ...['email', 'tel', 'url', 'current-password', 'new-password', 'one-time-code'],
      'username webauthn',
    ),
    label: message,
    maxlength: whole,
    pattern: fc.constantFrom('[0-9]+', '('),
    options: list(object({ value: fc.oneof(words, whole) })),
    onclick: fc.constant('window.pressed = true'),
    onclickTrigger: fc.constantFrom(...triggers),
    onload: fc.constant('window.loaded = true'),
    onloadTrigger: fc.constantFrom(...triggers),
  },
  text: { id: words, text: message },
  img: {
    id: words,
    src: fc.constantFrom('data:image/png;base64,AA==', '/qr.png'),
    width: whole,
    height: whole,
  },
  a: { id: words, href: url, title: message },
  script: {
    id: words,
    src: fc.constantFrom(
      'http://localhost:3000/.well-known/ory/webauthn.js',
      'https://captcha.example/api.js',
    ),
    async: flag,
    crossorigin: fc.constant('anonymous'),
    integrity: fc.constant('sha512-x'),
    nonce: words,
    referrerpolicy: fc.constant('no-referrer'),
    type: fc.constant('text/javascript'),
  },
  div: { id: words, class: words, data: object({ sitekey: words, 'x y': words, number: whole }) },
};

const groups = [
  ...['default', 'password', 'oidc', 'profile', 'link', 'code', 'totp', 'lookup_secret'],
  ...['webauthn', 'passkey', 'identifier_first', 'captcha', 'saml'],
];

/** Nodes of a flow's form. */
export const node: Kind = oneOf(...Object.keys(attributesOf)).chain((type) => {
  const shape = attributesOf[type as string] ?? { id: words, name: words };
  // scripts as text are valid or absent: another value could not be run as code
  const { onload, onclick, ...others } = shape;
  const code = fc.option(fc.record({ ...(onload && { onload }), ...(onclick && { onclick }) }), {
    nil: {},
  });
  return object({
    type: fc.constant(type),
    group: oneOf(...groups),
    messages: list(message, 2),
    meta: object({ label: message }),
    attributes: fc
      .tuple(object({ ...others, node_type: fc.constant(type) }), code)
      .map(([attributes, scripts]) => ({ ...(attributes as object), ...scripts })),
  });
});
