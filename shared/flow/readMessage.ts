import type { UiText } from '@ory/client';
import { fieldsOf, textIn, type Fields } from '../fields.ts';
import { genericReason } from './genericReason.ts';
import {
  addressVerified,
  genericError,
  passwordRefused,
  phoneVerified,
  systemError,
  verificationCodeSent,
  verificationTextSent,
} from './messageId.ts';
import { plainText } from '../plainText.ts';
import { passwordPolicy } from './passwordPolicy.ts';
import { readText } from './readText.ts';

/** The messages of newer releases about a text message, with those about an email that mean the same. */
const byText: Record<number, number> = {
  [verificationTextSent]: verificationCodeSent,
  [phoneVerified]: addressVerified,
};

/** Parsers for messages whose context gives the reason as English text only. */
const readers: Record<number, (reason: string) => Fields> = {
  [genericError]: genericReason,
  [passwordRefused]: passwordPolicy,
  [systemError]: (reason) => ({ cause: 'other', reason }),
};

/**
 * Reads a message of any shape, see `readText`. If the provider gives the reason only in English, this adds its cause
 * to the context, and as `refusal` a text of a social account's provider, and one that no catalogue words. It runs on the server and when answers
 * are read, so that no first visit loads the patterns.
 */
export function readMessage(value: unknown): UiText {
  const message = readText(value);
  const { id, text, context } = message;
  const meant = byText[id];
  if (meant !== undefined) return { ...message, id: meant, context: { ...context, via: 'sms' } };
  const reader = readers[id];
  if (!reader) return message;
  const reason = textIn(fieldsOf(context).reason) ?? text;
  const read = reader(reason);
  // the answer of the other account's provider can be forged by anybody
  const isUnworded = read.cause === 'social' || (read.cause === 'other' && id !== passwordRefused);
  const refusal = isUnworded && { refusal: plainText(reason) };
  return { ...message, context: { ...context, ...read, ...refusal } };
}
