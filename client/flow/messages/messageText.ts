import type { UiText } from '@ory/client';
import type { IntlShape } from 'react-intl';
import { fieldsOf, textIn } from '../../../shared/fields.ts';
import { formatText, type MessageValues } from './formatText.ts';
import { messageContext } from './messageContext.ts';
import {
  accountExists,
  accountExistsForLink,
  accountLinkNeeded,
  accountRecovered,
  addressVerified,
  confirmByCode,
  invalidCredentials,
  linkNeedsSignIn,
  loginCodeSent,
  propertyMissing,
  registrationCodeSent,
  secondFactorCodeSent,
  traitTitle,
  verificationCodeSent,
  verificationLinkSent,
} from '../../../shared/flow/messageId.ts';

const unknownAddress = { address: 'none' };
const unknownKind = { kind: 'unknown' };
const unknownSubject = { subject: 'other' };

/** Default arguments for messages whose context lacks them: `none`, and empty lists. */
const defaults: Record<number, object> = {
  [loginCodeSent]: unknownAddress,
  [secondFactorCodeSent]: unknownAddress,
  [registrationCodeSent]: unknownAddress,
  [verificationCodeSent]: unknownKind,
  [verificationLinkSent]: unknownKind,
  [invalidCredentials]: unknownSubject,
  [accountExists]: unknownSubject,
  [accountExistsForLink]: unknownSubject,
  [linkNeedsSignIn]: { duplicateIdentifier: 'none', provider: 'none' },
  [accountRecovered]: { password: 'some' },
  [addressVerified]: { via: 'email' },
  [confirmByCode]: { changed: 'none' },
  [propertyMissing]: { property: 'none' },
  [accountLinkNeeded]: {
    credential_identifier_hint: 'none',
    available_credential_types: [],
    available_oidc_providers: [],
  },
};

/** A text, and its language if that is not the page's. */
export interface LocalizedText {
  text: string;
  /** The provider speaks English only. */
  lang?: 'en';
  /** The provider's own text, in English, if the catalogue's says less. */
  details?: string;
}

/**
 * Returns the provider's message in the page's language: the catalogue's `provider.<id>`, otherwise the server's own
 * text.
 *
 * @param now the current time, in milliseconds since 1970: messages count the minutes since or until a time
 */
export function localizedMessage(
  intl: IntlShape,
  { id, text, context = {} }: UiText,
  now: number,
): LocalizedText {
  const message = `provider.${id}`;
  const scope = { intl, message, now, textOf: (inner: UiText) => messageText(intl, inner, now) };
  const reason = textIn(fieldsOf(context).reason);
  const values = (): MessageValues => ({
    ...messageContext(defaults[id] ?? {}, scope),
    ...messageContext(context, scope),
  });
  const details = textIn(fieldsOf(context).refusal);
  // the provider's reason, where no catalogue has one, says more in its own language
  const isReason = intl.locale === 'en' && details !== undefined && fieldsOf(context).cause === 'other';
  const translated = isReason ? details : formatText(intl, message, values);
  const isServerText = translated === undefined || translated === reason;
  const isEnglish =
    isServerText && id !== traitTitle && intl.locale !== 'en' && textIn(translated ?? text) !== undefined;
  return {
    text: translated ?? text,
    ...(isEnglish && { lang: 'en' }),
    ...(details !== undefined && !isReason && { details }),
  };
}

/** `localizedMessage` for places that cannot mark a text's language. */
export const messageText = (intl: IntlShape, message: UiText, now: number): string =>
  localizedMessage(intl, message, now).text;
