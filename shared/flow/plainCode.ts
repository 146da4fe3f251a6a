/** The names of inputs that take a code which somebody copies: from a mail, an authenticator app, a printed list. */
const codes = new Set(['code', 'totp_code', 'lookup_secret']);

/** Whether an input takes a copied code. @param name the input's name */
export const isCode = (name: string): boolean => codes.has(name);

/**
 * A code as it was meant.
 *
 * @param value as people paste it: with blanks within and around, or in the digits of an East Asian keyboard
 */
export const plainCode = (value: string): string => value.normalize('NFKC').replace(/\s/g, '');
