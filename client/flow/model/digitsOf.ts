import type { UiNodeInputAttributes } from '@ory/client';
import * as nodeName from '../../../shared/flow/nodeName.ts';

/** The codes of Kratos have six digits, which it does not always say. */
const usual = 6;

/** The longest code that authenticator apps show (RFC 6238, 1.2). */
const longest = 8;

/**
 * How many digits a one-time code has.
 *
 * @returns undefined for anything else: a code of another length than six or eight, or one with letters
 */
export function digitsOf({ name, maxlength = usual }: UiNodeInputAttributes): number | undefined {
  if (name !== nodeName.totpCode && name !== nodeName.code) return undefined;
  return maxlength === usual || maxlength === longest ? maxlength : undefined;
}
