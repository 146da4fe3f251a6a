import { useIntl } from 'react-intl';
import type { UiNode } from '@ory/client';
import type { FieldMessage } from '../../ui/severity.ts';
import { useFlowContext, useFormContext } from '../FlowContext.ts';
import { nodeMessages } from './nodeMessages.ts';
import { fieldKey } from '../form/fieldKeys.ts';

/**
 * Returns the messages about a field: the portal's own error, otherwise the provider's messages; errors stay until it
 * is edited.
 */
export function useFieldMessages(node: UiNode, name: string): FieldMessage[] {
  const intl = useIntl();
  const { check, now, answers } = useFlowContext();
  const key = fieldKey(useFormContext().form.id, name);
  const error = check.errors[key];
  if (error) return [error];
  return nodeMessages(intl, node, now).flatMap((message) => {
    if (message.severity !== 'error') return message;
    return check.isEdited(key) ? [] : { ...message, live: answers > 0 };
  });
}
