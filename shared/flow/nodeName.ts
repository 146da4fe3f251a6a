/**
 * The names of the provider's inputs that the code treats specially, which are also the names of a submitted form's
 * fields. Import as a namespace: `nodeName.csrfToken`.
 */

export const csrfToken = 'csrf_token';
export const method = 'method';
/** Not a node of the provider's: JSON that the portal sends with the form; its language decides that of mails. */
export const transientPayload = 'transient_payload';

// The account
export const identifier = 'identifier';
/** An older name of `identifier` in a sign-in with a password. */
export const passwordIdentifier = 'password_identifier';
export const email = 'email';
/** The phone number that a code was sent to, in the button that sends another one (Kratos 26.2). */
export const sms = 'sms';
export const address = 'address';
export const emailTrait = 'traits.email';
export const firstNameTrait = 'traits.name.first';
export const lastNameTrait = 'traits.name.last';
export const localeTrait = 'traits.locale';
export const recoveryAddress = 'recovery_address';
export const recoverySelectAddress = 'recovery_select_address';
export const recoveryConfirmAddress = 'recovery_confirm_address';

// Secrets
export const password = 'password';
/** A mailed link's. */
export const token = 'token';
export const code = 'code';
export const totpCode = 'totp_code';
export const lookupSecret = 'lookup_secret';
/** The name that a user gives to a new security key. */
export const keyName = 'webauthn_register_displayname';

// Buttons
export const resend = 'resend';
/** Leads back to the previous step. */
export const screen = 'screen';
export const provider = 'provider';
export const link = 'link';
export const unlink = 'unlink';

// Changes of the settings
export const revealLookupSecrets = 'lookup_secret_reveal';
export const regenerateLookupSecrets = 'lookup_secret_regenerate';
export const confirmLookupSecrets = 'lookup_secret_confirm';
export const disableLookupSecrets = 'lookup_secret_disable';
/** Not a node of the provider's: turns the backup codes off together with another second factor. */
export const codesToo = 'portal_codes_too';
export const unlinkTotp = 'totp_unlink';
/** An authenticator's answer for a new security key. */
export const newSecurityKey = 'webauthn_register';
export const removeSecurityKey = 'webauthn_remove';
/** The options of a sign-in with a passkey, as JSON: the challenge that the authenticator signs. */
export const passkeyChallenge = 'passkey_challenge';
/** The options of a sign-up with a passkey, as JSON. */
export const passkeyCreateData = 'passkey_create_data';
/** An authenticator's answer for a new passkey. */
export const newPasskey = 'passkey_settings_register';
export const removePasskey = 'passkey_remove';
export const removeTrustedDevice = 'deviceauthn_remove';

/** Returns the path in a name, in which Kratos escapes the dots of a property's own name. */
export const pathOf = (name: string): string[] =>
  name.split(/(?<!\\)\./).map((part) => part.replaceAll('\\.', '.'));

/** Returns the name of what a field is an entry of: that of `traits.tags` for `traits.tags.0`. */
export const listName = (name: string): string => name.replace(/\.\d+$/, '');
