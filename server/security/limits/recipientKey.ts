import { accountKey } from './accountKey.ts';
import { mayHoldPhone, phoneKey } from './phoneKey.ts';

/** Characters and comments in an address that do not affect delivery (RFC 5322, sections 3.2 and 3.4). */
const decoration = /\([^()]*\)|[\s"\\]/g;

/** Returns the mailbox in an address: `Ada <"a"@example.org>` is a@example.org. */
const mailboxIn = (address: string): string =>
  (/<([^<>]*)>[^<>]*$/.exec(address)?.[1] ?? address).replace(decoration, '');

/** Returns the first number in a text, up to its extension. */
const numberIn = (text: string): string => (/[+\uFF0B][^\p{L};#]*/u.exec(text)?.[0] ?? '').trim();

/** Whether mail or a text message could be sent to a text. */
export const isRecipient = (text: string): boolean => text.includes('@') || mayHoldPhone(text);

/**
 * Returns the key of a mailbox or telephone in the limits: the same for all spellings of its address, even if they
 * belong to different accounts.
 */
export const recipientKey = (address: string): string =>
  address.includes('@')
    ? mailboxIn(accountKey(address))
    : (phoneKey(numberIn(address)) ?? accountKey(address));
