import type { OwnCredentials } from '../../shared/credentials.ts';

/** What an account without any way to sign in has. */
export const noCredentials: OwnCredentials = {
  password: false,
  social: false,
  securityKeys: 0,
  passkeys: 0,
  unconfirmed: [],
  suspended: [],
  authenticators: {},
};
