/** The differences between the provider versions' contracts. */
export interface Contract {
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

/** The contracts that the generated answers follow, by the version of Kratos. */
export const contracts = { '1.3.1': older, '26.2': newer };
