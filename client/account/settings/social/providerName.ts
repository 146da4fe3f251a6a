import type { UiNode } from '@ory/client';
import { fieldsOf, textIn } from '../../../../shared/fields.ts';
import { inputAttributes } from '../../../../shared/flow/inputAttributes.ts';
import { shownName } from '../../../../shared/shownName.ts';
import { valueOf } from '../../../flow/model/fieldAttributes.ts';

/**
 * Returns the name of the service that a button links or unlinks, as given by the provider, otherwise the service's
 * identifier.
 */
export function providerName(node: UiNode): string {
  const input = inputAttributes(node);
  const given = textIn(fieldsOf(node.meta.label?.context).provider) ?? '';
  return shownName(given) ?? (input ? valueOf(input) : '');
}
