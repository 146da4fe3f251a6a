import * as nodeGroup from './nodeGroup.ts';
import * as nodeName from './nodeName.ts';

/**
 * The changes of the settings that the page says in words of their own: a method that was changed, set up or added, by its
 * name, or one that was turned off or removed, with `Off`. `other` is any change that is not known.
 */
export const settingsChanges = [
  'profile',
  'password',
  'oidc',
  'oidcOff',
  'lookup_secret',
  'lookup_secretOff',
  'totp',
  'totpOff',
  'webauthn',
  'webauthnOff',
  'passkey',
  'passkeyOff',
  'other',
] as const;

export type SettingsChange = (typeof settingsChanges)[number];

/** What a field of a submitted form changes, if it has a value: `undefined` for what only shows something. */
const changeOfField: Record<string, SettingsChange | undefined> = {
  [nodeName.unlink]: 'oidcOff',
  [nodeName.link]: 'oidc',
  [nodeName.disableLookupSecrets]: 'lookup_secretOff',
  [nodeName.confirmLookupSecrets]: 'lookup_secret',
  [nodeName.revealLookupSecrets]: undefined,
  [nodeName.regenerateLookupSecrets]: undefined,
  [nodeName.unlinkTotp]: 'totpOff',
  [nodeName.totpCode]: 'totp',
  [nodeName.removeSecurityKey]: 'webauthnOff',
  [nodeName.newSecurityKey]: 'webauthn',
  [nodeName.removePasskey]: 'passkeyOff',
  [nodeName.newPasskey]: 'passkey',
};

const changeOfMethod: Partial<Record<string, SettingsChange>> = {
  [nodeGroup.profile]: 'profile',
  [nodeGroup.password]: 'password',
};

/**
 * The change that a form of the settings asks for.
 *
 * @param valueOf the first value of a field that is not empty; undefined if it has none
 * @returns undefined if it changes nothing, such as one that shows the backup codes
 */
export function settingsChange(valueOf: (name: string) => unknown): SettingsChange | undefined {
  const field = Object.keys(changeOfField).find((name) => Boolean(valueOf(name)));
  if (field !== undefined) return changeOfField[field];
  const method = valueOf(nodeName.method);
  return (typeof method === 'string' ? changeOfMethod[method] : undefined) ?? 'other';
}

/** The settings section that a change belongs to; undefined if that is not known. */
export const sectionOfChange = (change: SettingsChange): string | undefined =>
  change === 'other' ? undefined : change.replace(/Off$/, '');
