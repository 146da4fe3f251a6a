import type { UiText } from '@ory/client';
import { fieldsOf, textIn, type Fields } from '../fields.ts';
import { genericReason } from './genericReason.ts';
import { genericError, passwordRefused } from './messageId.ts';
import { passwordPolicy } from './passwordPolicy.ts';
import { readText } from './readText.ts';

/** Parsers for messages whose context gives the reason as English text only. */
const readers: Record<number, (reason: string) => Fields> = {
  [genericError]: genericReason,
  [passwordRefused]: passwordPolicy,
};

/**
 * Reads a message of any shape, see `readText`. Where the provider gives the reason in English words alone, its cause is
 * added to the context: on the server and where answers are read, so that no first visit loads the words.
 */
export function readMessage(value: unknown): UiText {
  const message = readText(value);
  const { id, text, context } = message;
  const reader = readers[id];
  if (!reader) return message;
  const reason = textIn(fieldsOf(context).reason) ?? text;
  return { ...message, context: { ...context, ...reader(reason) } };
}
