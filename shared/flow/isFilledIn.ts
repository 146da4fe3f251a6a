import type { Flow } from '../page.ts';
import { inputAttributes } from './inputAttributes.ts';
import { saysError } from './messages.ts';
import * as nodeName from './nodeName.ts';

/**
 * Whether a mailed link has filled in its code and the code was not refused: the user only has to press the button.
 */
export const isFilledIn = (flow: Flow): boolean =>
  !saysError(flow) &&
  flow.ui.nodes.some(
    (node) => inputAttributes(node)?.name === nodeName.code && !!inputAttributes(node)?.value,
  );
