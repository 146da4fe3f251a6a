import type { UiText } from '@ory/client';
import type { IntlShape } from 'react-intl';
import { fieldsOf, textIn } from '../fields.ts';
import { formatText, type MessageValues } from './formatText.ts';
import { genericReason } from './genericReason.ts';
import { messageContext } from './messageContext.ts';
import { passwordPolicy } from './passwordPolicy.ts';
import {
  accountLinkNeeded,
  genericError,
  passwordRefused,
  propertyMissing,
  traitTitle,
} from '../flow/messageId.ts';

/** Messages whose context says why in English words only: what reads those. */
const readers: Record<number, (reason: string) => MessageValues> = {
  [genericError]: genericReason,
  [passwordRefused]: passwordPolicy,
};

/** What a message is told with that comes without: `none`, and lists without entries. */
const defaults: Record<number, object> = {
  [propertyMissing]: { property: 'none' },
  [accountLinkNeeded]: {
    credential_identifier_hint: 'none',
    available_credential_types: [],
    available_oidc_providers: [],
  },
};

/** A text and, where it is not in the page's language, its own. */
export interface Words {
  text: string;
  /** The provider speaks English only. */
  lang?: 'en';
}

/**
 * The provider's message in the page's language: the catalogue's `provider.<id>`, else the server's own text.
 *
 * @param intl the formatter of the page's language
 * @param message the message as the provider sent it
 * @param now what time it is, in milliseconds since 1970: messages count the minutes from or until a moment
 */
export function messageWords(intl: IntlShape, { id, text, context = {} }: UiText, now: number): Words {
  const message = `provider.${id}`;
  const scope = { intl, message, now, textOf: (inner: UiText) => messageText(intl, inner, now) };
  const own = textIn(fieldsOf(context).reason);
  const reason = own ?? text;
  const values = (): MessageValues => ({
    ...messageContext(defaults[id] ?? {}, scope),
    ...messageContext(context, scope),
    ...readers[id]?.(reason),
  });
  const known = formatText(intl, message, values);
  const isOwn = known === undefined || (known === reason && (own !== undefined || id in readers));
  const foreign = isOwn && id !== traitTitle && intl.locale !== 'en' && textIn(known ?? text) !== undefined;
  return { text: known ?? text, ...(foreign && { lang: 'en' }) };
}

/** `messageWords` for where a text cannot have a language of its own. */
export const messageText = (intl: IntlShape, message: UiText, now: number): string =>
  messageWords(intl, message, now).text;
