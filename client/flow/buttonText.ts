import type { UiNode } from '@ory/client';
import type { IntlShape } from 'react-intl';
import { textIn } from '../../shared/fields.ts';
import { inputAttributes } from '../../shared/flow/inputAttributes.ts';
import { nodeTitle } from '../../shared/messages/nodeTitle.ts';
import { valueOf } from './fieldAttributes.ts';

/** What a button says; one without a label still says what it sends. */
export function buttonText(intl: IntlShape, node: UiNode, now: number): string {
  const input = inputAttributes(node);
  return nodeTitle(intl, node, now) ?? (input ? (textIn(valueOf(input)) ?? input.name) : '');
}
