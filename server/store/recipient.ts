import { fieldsOf, textIn } from '../../shared/fields.ts';
import { supportedLocale } from '../../shared/messages/locales.ts';

/** Who is told of an event by mail. */
export interface Recipient {
  addresses: readonly string[];
  /** The name of their language; absent or empty if it is not known. */
  locale?: string | undefined;
}

/**
 * Returns whom to tell of what happens to an identity: all of its proved email addresses.
 *
 * @param chosen the language that was chosen in the browser; that of the profile comes first
 */
export function recipientOf(
  {
    verifiable_addresses: all,
    traits,
  }: {
    verifiable_addresses?: readonly { value: string; verified: boolean }[] | null | undefined;
    traits?: unknown;
  },
  chosen: string | undefined,
): Recipient {
  const proved = (all ?? []).filter(({ value, verified }) => verified && value.includes('@'));
  const profile = textIn(fieldsOf(traits).locale) ?? '';
  return {
    addresses: proved.map(({ value }) => value),
    locale: supportedLocale(profile) ?? supportedLocale(chosen ?? ''),
  };
}
