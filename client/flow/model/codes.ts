import * as nodeName from '../../../shared/flow/nodeName.ts';
import type { UiNodeInputAttributes } from '@ory/client';

/** The names of inputs for codes that users copy: from a mail, an authenticator app, a printed list. */
const codes = new Set<string>([nodeName.code, nodeName.totpCode, nodeName.lookupSecret]);

/** Whether an input expects a copied code. @param name the input's name */
export const isCode = (name: string): boolean => codes.has(name);

/**
 * Normalises a pasted one-time code: strips blanks, and turns the digits of an East Asian keyboard into ASCII.
 *
 * @param value as typed or pasted
 */
export const normalizeCode = (value: string): string => value.normalize('NFKC').replace(/\s/g, '');

/** The length of Kratos' codes, which it does not always state. */
const usual = 6;

/** The longest code that authenticator apps show (RFC 6238, 1.2). */
const longest = 8;

/**
 * Returns how many digits a one-time code has.
 *
 * @returns undefined for anything else: a code of another length than six or eight, or one with letters
 */
export function digitsOf({ name, maxlength = usual }: UiNodeInputAttributes): number | undefined {
  if (name !== nodeName.totpCode && name !== nodeName.code) return undefined;
  return maxlength === usual || maxlength === longest ? maxlength : undefined;
}
