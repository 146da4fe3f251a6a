import * as nodeName from '../../../shared/flow/nodeName.ts';
import type { UiNodeInputAttributes } from '@ory/client';

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
