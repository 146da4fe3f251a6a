import type { UiNode } from '@ory/client';
import type { IntlShape } from 'react-intl';
import { inputAttributes } from '../../shared/flow/inputAttributes.ts';
import { nodeTitle } from '../../shared/messages/nodeTitle.ts';

/** What a button says; one without a label still says what it sends. */
export function buttonText(intl: IntlShape, node: UiNode): string {
  const input = inputAttributes(node);
  return nodeTitle(intl, node) ?? (String(input?.value ?? '') || (input?.name ?? ''));
}
