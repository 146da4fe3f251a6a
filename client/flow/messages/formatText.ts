import type { IntlShape } from 'react-intl';

/** The arguments of a catalogue message. */
export type MessageValues = Record<string, string | number>;

/**
 * Formats a catalogue message, parsed or plain ICU, without `formatMessage`'s own fallbacks.
 *
 * @returns undefined if the catalogue lacks the message, or an argument that it needs is missing
 */
export function formatText(intl: IntlShape, key: string, values: () => MessageValues): string | undefined {
  if (!Object.hasOwn(intl.messages, key)) return undefined;
  const message = intl.messages[key];
  if (!message?.length) return undefined;
  try {
    const format = intl.formatters.getMessageFormat(message, intl.locale, intl.formats, {
      formatters: intl.formatters,
    });
    return String(format.format(values()));
  } catch {
    return undefined;
  }
}
