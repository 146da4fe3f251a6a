import type { SettingsFlow, UiNode } from '@ory/client';
import { fieldsOf, textIn } from '../fields.ts';
import { shownName } from '../shownName.ts';
import { inputAttributes } from './inputAttributes.ts';
import * as nodeName from './nodeName.ts';
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

/** Returns the name of the service with an id, as the button that links or unlinks it gives it; undefined if there is none. */
export function serviceName({ ui }: SettingsFlow, id: unknown): string | undefined {
  const node = ui.nodes.find((one) => {
    const input = inputAttributes(one);
    return (input?.name === nodeName.link || input?.name === nodeName.unlink) && input.value === id;
  });
  return node && providerName(node);
}
