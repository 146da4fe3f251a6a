import type { UiNodeInputAttributes } from '@ory/client';
import * as nodeName from '../../../shared/flow/nodeName.ts';

/** The lengths that a field drawn as cells has room for. */
const drawn = { least: 4, most: 8 };

/** The codes of Kratos have six digits, which it does not always say. */
const usual = 6;

/**
 * How many digits a one-time code has.
 *
 * @returns undefined for anything else: a longer code, or one with letters
 */
export function digitsOf({ name, maxlength = usual }: UiNodeInputAttributes): number | undefined {
  if (name !== nodeName.totpCode && name !== nodeName.code) return undefined;
  return maxlength >= drawn.least && maxlength <= drawn.most ? maxlength : undefined;
}
