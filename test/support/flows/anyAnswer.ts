import fc from 'fast-check';
import type { FlowKind } from '../../../shared/page.ts';
import { exampleContexts } from '../exampleContexts.ts';

/**
 * How many answers a property is tried with, and the timeout of such a test in milliseconds. To try more, or repeat a
 * failure: `RUNS=5000 SEED=1 npm test -- anyAnswer`.
 */
const numRuns = Number(process.env.RUNS ?? 20);
export const runs = {
  numRuns,
  timeLimit: 60_000 + 1000 * numRuns,
  ...(process.env.SEED && { seed: Number(process.env.SEED) }),
};

type Kind = fc.Arbitrary<unknown>;
type Shape = Record<string, Kind>;

const absent = Symbol('absent');

/** Values of unexpected types. */
const odd = fc.constantFrom<unknown>(
  0,
  -1,
  7.5,
  1e20,
  true,
  false,
  '',
  '  ',
  [],
  [null, 7],
  {},
  { toString: 1 },
);

/** Mostly a value as in the contract; sometimes absent or null, rarely of another type. */
const loose = (kind: Kind): Kind =>
  fc.oneof(
    { weight: 12, arbitrary: kind },
    { weight: 2, arbitrary: fc.constant(absent) },
    { weight: 2, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: odd },
  );

/** An object with these fields: the required ones as in the contract, the others `loose`. */
const object = (shape: Shape, required: Shape = {}): Kind =>
  fc
    .record({
      ...required,
      ...Object.fromEntries(Object.entries(shape).map(([name, kind]) => [name, loose(kind)])),
    })
    .map((fields) => Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== absent)));

/** An array of `loose` values. */
const list = (kind: Kind, maxLength = 3): Kind =>
  fc.array(loose(kind), { maxLength }).map((entries) => entries.filter((entry) => entry !== absent));

/** A response body: a `loose` value, null when absent. */
const body = (kind: Kind): Kind => loose(kind).map((given) => (given === absent ? null : given));

/** A value of an enumeration, or an unknown one that a later version may add. */
const oneOf = (...values: string[]): Kind =>
  fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(...values) },
    { weight: 1, arbitrary: fc.constantFrom('brainwave', 'constructor', '__proto__', 'a "b"]', ' ', '') },
  );

const words = fc.oneof(
  fc.constantFrom(
    'Ann',
    'ann@example.org',
    'E-Mail',
    '   ',
    'ä'.repeat(300),
    '<b>&amp;"\'',
    'naïve 😀',
    'a\r\nb',
  ),
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  fc.string({ unit: 'binary', maxLength: 6 }).filter((text) => text.isWellFormed()),
);
const flag = fc.boolean();
const whole = fc.integer({ min: 0, max: 300 });
const id = fc.uuid();
const moment = fc.oneof(
  fc
    .date({ min: new Date('2000-01-01'), max: new Date('2040-01-01'), noInvalidDate: true })
    .map((date) => date.toISOString()),
  fc.constantFrom('0001-01-01T00:00:00Z', 'yesterday', '+275760-09-14T00:00:00Z'),
);
const unix = fc.oneof(fc.integer({ min: 0, max: 2_000_000_000 }), fc.constantFrom(-62_135_596_800, 1e18));
const url = fc.constantFrom(
  'http://localhost:3000/settings',
  '/login?flow=f1',
  'https://app.example/a?b=c#d',
  'mailto:a@b.example',
);

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

const { message } = fc.letrec<{ message: unknown }>((tie) => ({
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

/** The differences between the provider versions' contracts. */
interface Contract {
  groups: string[];
  methods: string[];
  nodeTypes: string[];
  autocomplete: string[];
}

const older: Contract = {
  groups: [
    ...['default', 'password', 'oidc', 'profile', 'link', 'code', 'totp', 'lookup_secret'],
    ...['webauthn', 'passkey', 'identifier_first'],
  ],
  methods: [
    ...['link_recovery', 'code_recovery', 'password', 'code', 'totp', 'oidc', 'webauthn'],
    ...['lookup_secret', 'v0.6_legacy_session'],
  ],
  nodeTypes: ['text', 'input', 'img', 'a', 'script'],
  autocomplete: ['email', 'tel', 'url', 'current-password', 'new-password', 'one-time-code'],
};

const newer: Contract = {
  groups: [...older.groups, 'captcha', 'saml'],
  methods: [...older.methods.slice(0, -1), 'passkey', 'profile', 'saml'],
  nodeTypes: [...older.nodeTypes, 'div'],
  autocomplete: [...older.autocomplete, 'username webauthn'],
};

/** The versions of Kratos whose contract the shapes follow. */
export const contracts = { '1.3.1': older, '26.2': newer };

/** The attributes of a node, by its type. */
const attributesOf = ({ autocomplete }: Contract): Record<string, Shape> => ({
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
    autocomplete: oneOf(...autocomplete),
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
});

function node(contract: Contract): Kind {
  const shapes = attributesOf(contract);
  return oneOf(...contract.nodeTypes).chain((type) => {
    const shape = shapes[type as string] ?? { id: words, name: words };
    // a trigger of a wrong type cannot be run as code
    const { onload, onclick, ...others } = shape;
    const code = fc.option(fc.record({ ...(onload && { onload }), ...(onclick && { onclick }) }), {
      nil: {},
    });
    return object({
      type: fc.constant(type),
      group: oneOf(...contract.groups),
      messages: list(message, 2),
      meta: object({ label: message }),
      attributes: fc
        .tuple(object({ ...others, node_type: fc.constant(type) }), code)
        .map(([attributes, scripts]) => ({ ...(attributes as object), ...scripts })),
    });
  });
}

const traits = fc.oneof(
  object({ email: words, name: object({ first: words, last: words }), doctor: flag, locale: words }),
  odd,
);

const identity = object(
  {
    schema_url: url,
    state: oneOf('active', 'inactive'),
    traits,
    verifiable_addresses: list(
      object({ id, value: words, verified: flag, via: oneOf('email', 'sms'), status: words }),
    ),
    recovery_addresses: list(object({ id, value: words, via: words })),
    metadata_public: odd,
    credentials: object({}),
    created_at: moment,
    organization_id: id,
  },
  { id, schema_id: fc.constant('default') },
);

const session = ({ methods }: Contract): Kind =>
  object(
    {
      active: flag,
      issued_at: moment,
      expires_at: moment,
      authenticated_at: moment,
      authenticator_assurance_level: oneOf('aal0', 'aal1', 'aal2', 'aal3'),
      authentication_methods: list(
        object({
          method: oneOf(...methods),
          aal: oneOf('aal1', 'aal2'),
          completed_at: moment,
          provider: words,
        }),
      ),
      devices: list(
        object({
          id,
          ip_address: fc.constantFrom('192.0.2.7', '2001:db8::1'),
          user_agent: fc.oneof(
            words,
            fc.constantFrom('Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0', 'curl/8.0'),
          ),
          location: words,
        }),
      ),
      identity,
      tokenized: words,
    },
    { id },
  );

const oauth2Request = object({
  challenge: words,
  client: object({
    client_id: id,
    client_name: words,
    client_uri: url,
    logo_uri: url,
    contacts: list(words),
  }),
  requested_scope: list(words),
  skip: flag,
  subject: words,
});

const continueWith = list(
  fc.oneof(
    object({
      action: oneOf('show_verification_ui', 'show_recovery_ui', 'show_settings_ui'),
      flow: object({ id, url, verifiable_address: words }),
    }),
    object({ action: fc.constant('redirect_browser_to'), redirect_browser_to: url }),
    object({ action: fc.constant('set_ory_session_token'), ory_session_token: words }),
  ),
);

const common: Shape = {
  type: oneOf('browser', 'api'),
  active: words,
  issued_at: moment,
  expires_at: moment,
  request_url: url,
  return_to: url,
  state: oneOf('choose_method', 'sent_email', 'passed_challenge', 'show_form', 'success'),
  transient_payload: object({ a: words }),
};

const entrance: Shape = {
  oauth2_login_challenge: words,
  oauth2_login_request: oauth2Request,
  organization_id: id,
  identity_schema: words,
  session_token_exchange_code: words,
};

const fields: Record<FlowKind, Shape> = {
  login: {
    ...entrance,
    refresh: flag,
    requested_aal: oneOf('aal1', 'aal2'),
    created_at: moment,
    updated_at: moment,
  },
  registration: entrance,
  recovery: { continue_with: continueWith },
  verification: {},
  settings: { identity, continue_with: continueWith },
};

/**
 * Flows by a contract, degraded: each field may be missing, null or sometimes of another type, and each value of an
 * enumeration unknown. Only the id and the form's action are always there.
 *
 * @param kind which flow
 * @param contract see `contracts`
 */
export const anyFlow = (kind: FlowKind, contract: Contract): fc.Arbitrary<unknown> =>
  object(
    { ...common, ...fields[kind] },
    {
      id,
      ui: object(
        { method: oneOf('POST', 'GET'), messages: list(message), nodes: list(node(contract), 8) },
        { action: fc.constant(`http://localhost:3000/self-service/${kind}?flow=f1`) },
      ),
    },
  );

/** whoami's answer. */
export const anySession = (contract: Contract): fc.Arbitrary<unknown> => body(session(contract));

/** The list of an identity's other sessions. */
export const anySessions = (contract: Contract): fc.Arbitrary<unknown> => body(list(session(contract), 4));

/** A self-service error that the provider has stored. */
export const anyFlowError: fc.Arbitrary<unknown> = body(
  object({
    id,
    error: object({
      code: fc.oneof(fc.constantFrom<unknown>(400, 404, 422, 500, 503, '404', 'four', 0, 200, 1e9), odd),
      id: oneOf('security_csrf_violation', 'session_inactive'),
      message: words,
      reason: words,
      status: words,
      debug: words,
      request: words,
      details: object({ redirect_to: url }),
    }),
    created_at: moment,
  }),
);
