import * as nodeName from '../../../shared/flow/nodeName.ts';

/** The names of inputs for codes that users copy: from a mail, an authenticator app, a printed list. */
const codes = new Set<string>([nodeName.code, nodeName.totpCode, nodeName.lookupSecret]);

/** Whether an input takes a copied code. @param name the input's name */
export const isCode = (name: string): boolean => codes.has(name);

/**
 * Normalises a pasted one-time code: strips blanks, and turns the digits of an East Asian keyboard into ASCII.
 *
 * @param value as typed or pasted
 */
export const normalizeCode = (value: string): string => value.normalize('NFKC').replace(/\s/g, '');
