import fc from 'fast-check';
import type { FlowKind } from '../../../shared/page.ts';
import { message, node } from './anyNode.ts';
import {
  body,
  flag,
  id,
  list,
  moment,
  object,
  odd,
  oneOf,
  url,
  words,
  type Kind,
  type Shape,
} from './looseValues.ts';

/**
 * The number of answers that each property is tried with, and the timeout of its test in milliseconds. To try more, or repeat a
 * failure: `RUNS=5000 SEED=1 npm test -- anyAnswer`.
 */
const numRuns = Number(process.env.RUNS ?? 20);
export const runs = {
  numRuns,
  timeLimit: 60_000 + 1000 * numRuns,
  ...(process.env.SEED && { seed: Number(process.env.SEED) }),
};

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

const session: Kind = object(
  {
    active: flag,
    issued_at: moment,
    expires_at: moment,
    authenticated_at: moment,
    authenticator_assurance_level: oneOf('aal0', 'aal1', 'aal2', 'aal3'),
    authentication_methods: list(
      object({
        method: oneOf(
          ...['password', 'code', 'totp', 'oidc', 'webauthn', 'lookup_secret', 'passkey', 'profile', 'saml'],
          ...['link_recovery', 'code_recovery'],
        ),
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
 * Flows that keep to a contract only loosely: any field may be missing, null or, rarely, of another type, and any value of an
 * enumeration unknown. Only the id and the form's action are always there.
 */
export const anyFlow = (kind: FlowKind): fc.Arbitrary<unknown> =>
  object(
    { ...common, ...fields[kind] },
    {
      id,
      ui: object(
        { method: oneOf('POST', 'GET'), messages: list(message), nodes: list(node, 8) },
        { action: fc.constant(`http://localhost:3000/self-service/${kind}?flow=f1`) },
      ),
    },
  );

/** Answers to whoami. */
export const anySession: fc.Arbitrary<unknown> = body(session);

/** Lists of an identity's other sessions. */
export const anySessions: fc.Arbitrary<unknown> = body(list(session, 4));

/** Self-service errors that the provider has stored. */
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
