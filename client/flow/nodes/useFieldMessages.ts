import { useIntl } from 'react-intl';
import type { UiNode } from '@ory/client';
import type { FieldMessage } from '../../ui/severity.ts';
import { useFlowContext, useFormContext } from '../FlowContext.ts';
import { nodeMessages } from './nodeMessages.ts';
import { fieldKey } from '../form/fieldKeys.ts';

/**
 * Returns the messages about a field. The provider's error stays until the field is edited, also while the portal finds
 * it empty: a refused code is cleared. Otherwise the portal's own error replaces the provider's messages.
 */
export function useFieldMessages(node: UiNode, name: string): FieldMessage[] {
  const intl = useIntl();
  const { check, now, answers } = useFlowContext();
  const key = fieldKey(useFormContext().form.id, name);
  const own = check.errors[key];
  const isError = ({ severity }: FieldMessage): boolean => severity === 'error';
  const messages = nodeMessages(intl, node, now);
  if (messages.some(isError) && !check.isEdited(key))
    return messages.map((message) => (isError(message) ? { ...message, live: answers > 0 } : message));
  return own ? [own] : messages.filter((message) => !isError(message));
}
