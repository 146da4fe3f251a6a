import type { UiText } from '@ory/client';
import type { IntlShape } from 'react-intl';
import { fieldsOf, textIn } from '../../../shared/fields.ts';
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
} from '../../../shared/flow/messageId.ts';

/** Parsers for messages whose context gives the reason as English text only. */
const readers: Record<number, (reason: string) => MessageValues> = {
  [genericError]: genericReason,
  [passwordRefused]: passwordPolicy,
};

/** Default arguments for messages whose context lacks them: `none`, and empty lists. */
const defaults: Record<number, object> = {
  [propertyMissing]: { property: 'none' },
  [accountLinkNeeded]: {
    credential_identifier_hint: 'none',
    available_credential_types: [],
    available_oidc_providers: [],
  },
};

/** A text, and its language if that is not the page's. */
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
 * @param now the current time, in milliseconds since 1970: messages count the minutes since or until a time
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

/** `messageWords` for places that cannot mark a text's language. */
export const messageText = (intl: IntlShape, message: UiText, now: number): string =>
  messageWords(intl, message, now).text;
