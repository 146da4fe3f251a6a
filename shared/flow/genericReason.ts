/** The causes of `genericError`, by patterns of the reasons, which the provider gives in English only. */
const causes: [cause: string, pattern: RegExp][] = [
  ['email', /is not valid "(?:idn-)?email"$/],
  ['tel', /is not valid "tel"$/],
  ['date', /is not valid "date(?:-time)?"$/],
  ['uri', /is not valid "[iu]ri(?:-reference)?"$/],
  ['format', /is not valid "[\w-]+"$/],
  ['choices', /^value must be (?:one of )?"/],
  ['choice', /^enum failed/],
  ['identifier', /^identifier is required/],
  ['unchanged', /^did not receive any value changes/i],
  ['security_key', /^unable to parse webauthn/i],
  [
    'social',
    /^unable to (?:complete openid connect flow|sign in with)|no id_token|permissions were not granted/i,
  ],
  ['last_method', /last remaining first factor|cannot remove first factor/],
  ['already_linked', /^can not link unknown or already existing/],
  ['no_codes', /^can not reveal lookup codes|^you must \(re-\)generate recovery backup codes/i],
  ['removed', /^you tried to remove a \w+|^can not unlink non-existing/i],
  ['too_many', /submitted too often/],
  ['code', /request another code/i],
  // returning to a change whose form is no longer known
  ['again', /^unable to decode body because http/i],
  ['session', /^no session was found for this flow|^the session cookie contains invalid values/i],
];

/**
 * Reads the cause of a generic validation error (4000001) from the provider's English reason.
 *
 * @returns `cause`, which the catalogue's text selects on, the allowed values if the reason quotes them, and the reason
 *   itself for unknown causes
 */
export function genericReason(reason: string): Record<string, string | number> {
  const cause = causes.find(([, pattern]) => pattern.test(reason))?.[0] ?? 'other';
  return { cause, reason, ...(cause === 'choices' && { choices: reason.replace(/^[^"]*|"/g, '') }) };
}
