import type { UiText } from '@ory/client';
import type { IntlShape } from 'react-intl';
import { formatText, type MessageValues } from './formatText.ts';
import { genericReason } from './genericReason.ts';
import { messageContext } from './messageContext.ts';
import { passwordPolicy } from './passwordPolicy.ts';

/** Messages whose context says why in English words only: what reads those. */
const readers: Record<number, (reason: string) => MessageValues> = {
  4000001: genericReason,
  4000005: passwordPolicy,
};

/**
 * The provider's message in the page's language: the catalogue's `provider.<id>`, else the server's own text.
 *
 * @param intl the formatter of the page's language
 * @param message the message as the provider sent it
 * @param now what time it is, in milliseconds since 1970: messages count the minutes from or until a moment
 */
export function messageText(intl: IntlShape, { id, text, context = {} }: UiText, now: number): string {
  const message = `provider.${id}`;
  const values = (): MessageValues => ({
    ...messageContext(context, { intl, message, now, textOf: (inner) => messageText(intl, inner, now) }),
    ...readers[id]?.('reason' in context && typeof context.reason === 'string' ? context.reason : text),
  });
  return formatText(intl, message, values) ?? text;
}
