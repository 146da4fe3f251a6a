import * as nodeName from '../../../shared/flow/nodeName.ts';
import type { UiNodeInputAttributes } from '@ory/client';

/** The length of Kratos' codes, which it does not always state. */
const usual = 6;

/** The longest code that authenticator apps show (RFC 6238, 1.2). */
const longest = 8;

/** Returns how many digits a one-time code has; undefined for a code that is not of six or eight digits. */
export function digitsOf({ name, maxlength = usual }: UiNodeInputAttributes): number | undefined {
  if (name !== nodeName.totpCode && name !== nodeName.code) return undefined;
  return maxlength === usual || maxlength === longest ? maxlength : undefined;
}
