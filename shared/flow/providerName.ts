import type { UiNode } from '@ory/client';
import { fieldsOf, textIn } from '../fields.ts';
import { shownName } from '../shownName.ts';
import { inputAttributes } from './inputAttributes.ts';
import { valueOf } from './shownValue.ts';

/**
 * Returns the name of the service that a button signs in with, links or unlinks, as given by the provider, otherwise the
 * service's identifier.
 */
export function providerName(node: UiNode): string {
  const input = inputAttributes(node);
  const given = textIn(fieldsOf(node.meta.label?.context).provider) ?? '';
  return shownName(given) ?? (input ? valueOf(input) : '');
}
