import type { UiNodeInputAttributes } from '@ory/client';
import * as nodeName from '../../../shared/flow/nodeName.ts';

/** The lengths that a field drawn as cells has room for. */
const drawn = { least: 4, most: 8 };

/** Kratos' authenticator codes have six digits, which it does not say. */
const totpDigits = 6;

/**
 * How many digits a one-time code has.
 *
 * @returns undefined for anything else: a field without a known length, or a code with letters
 */
export function digitsOf({ name, maxlength }: UiNodeInputAttributes): number | undefined {
  if (name === nodeName.totpCode) return totpDigits;
  if (name !== nodeName.code || maxlength === undefined) return undefined;
  return maxlength >= drawn.least && maxlength <= drawn.most ? maxlength : undefined;
}
