import type { UiText } from '@ory/client';
import { fieldsOf, textIn, type Fields } from '../fields.ts';
import { genericReason } from './genericReason.ts';
import { genericError, passwordRefused } from './messageId.ts';
import { plainText } from '../plainText.ts';
import { passwordPolicy } from './passwordPolicy.ts';
import { readText } from './readText.ts';

/** Parsers for messages whose context gives the reason as English text only. */
const readers: Record<number, (reason: string) => Fields> = {
  [genericError]: genericReason,
  [passwordRefused]: passwordPolicy,
};

/**
 * Reads a message of any shape, see `readText`. If the provider gives the reason only in English, this adds its cause
 * to the context, and the text of a social account's provider as `refusal`. It runs on the server and when answers
 * are read, so that no first visit loads the patterns.
 */
export function readMessage(value: unknown): UiText {
  const message = readText(value);
  const { id, text, context } = message;
  const reader = readers[id];
  if (!reader) return message;
  const reason = textIn(fieldsOf(context).reason) ?? text;
  const read = reader(reason);
  // the text of the other account's provider, whose answer anybody can forge
  const refusal = read.cause === 'social' && { refusal: plainText(reason) };
  return { ...message, context: { ...context, ...read, ...refusal } };
}
