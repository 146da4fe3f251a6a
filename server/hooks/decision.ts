import * as messageId from '../../shared/flow/messageId.ts';
import type { Happened } from '../store/events.ts';

/** A refusal in the form that Kratos shows in the flow: messages, each at a place of the form (a JSON pointer). */
export interface Refusal {
  messages: {
    instance_ptr: string;
    messages: { id: number; text: string; type: 'error' | 'info'; context: Record<string, string> }[];
  }[];
}

/** Kratos' own wording has no translations: pages show the text of the id, and apps this one. */
const texts = {
  [messageId.accountExists]: 'An account with the same identifier exists already.',
  [messageId.confirmByCode]: 'We mail you one code, to confirm that this way to sign in is yours.',
  [messageId.removeUnknown]:
    'This way to sign in cannot be used yet. Sign in with a code that we mail you, then remove what is not yours.',
  [messageId.invisibleCharacter]: 'This contains an invisible character. Type it instead of pasting it.',
  [messageId.codeUsedTwice]: 'This code was just used. Request a new one.',
  [messageId.startAgain]: 'The address of this account has changed since. Start again.',
  [messageId.notLinked]: 'That account of another service is not linked to yours.',
  [messageId.signInToGoOn]: 'Your address is verified. Sign in to go on.',
};

/**
 * Refuses what Kratos asks about.
 *
 * @param id what people are told
 * @param about the field it is about, such as `#/traits/email`, the whole form by default; and the values in its text
 */
export const refusal = (
  id: keyof typeof texts,
  { place = '', context = {} }: { place?: string; context?: Record<string, string> } = {},
): Refusal => ({
  messages: [
    {
      instance_ptr: place,
      messages: [{ id, text: texts[id], type: id === messageId.signInToGoOn ? 'info' : 'error', context }],
    },
  ],
});

/**
 * The portal's answer: go on, store other metadata with the identity and add one or two events to its history, or refuse. A
 * proved address that the account is about to lose is told of it, too.
 */
export type Decision =
  | {
      metadata?: object;
      publicMetadata?: object;
      happened?: Happened;
      further?: Happened;
      formerAddress?: string | undefined;
      /** When the owner has secured the account: browsers that were known before are new to it. */
      securedAt?: number | undefined;
      /** Whether the session that begins waits for a second factor, unless that is given now. */
      isFirst?: boolean;
    }
  | { refusal: Refusal };

/** Kratos may go on. */
export const goOn: Decision = {};

/** Whether a decision is a refusal. */
export const isRefusal = (decision: Decision): decision is { refusal: Refusal } => 'refusal' in decision;
