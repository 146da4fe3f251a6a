/** The user's credentials, as the settings show them; never a secret. */
export interface OwnCredentials {
  /** Whether the account has a password. */
  password: boolean;
  /** Whether a social account is linked. */
  social: boolean;
  /** When the authenticator app was set up, as an ISO 8601 time. */
  totpSince?: string;
  /** Absent if the account has none. */
  backupCodes?: { left: number; used: number; lastUsed?: string };
  /** How many security keys and passkeys the account has. */
  securityKeys: number;
  passkeys: number;
  /** The kinds from before the account's address was proved, not confirmed since: they sign nobody in. */
  unconfirmed: string[];
  /** The other kinds that become so once another address is proved: all but those that the user's session began with. */
  suspended: string[];
  /** The models of security keys and passkeys (AAGUIDs, as UUIDs), by the value of the button that removes the key. */
  authenticators: Record<string, string>;
}

/** The path at which the page reads them again after a change. */
export const credentialsPath = '/settings/credentials';
