import type { UiNode } from '@ory/client';
import { textIn } from '../../../shared/fields.ts';
import type { Flow } from '../../../shared/page.ts';
import { inputAttributes, isHidden } from '../../../shared/flow/inputAttributes.ts';
import * as nodeName from '../../../shared/flow/nodeName.ts';

/** The names of the nodes that hold the address, in a sign-in and in a sign-up. */
export const addressNames = new Set<string>([nodeName.identifier, nodeName.emailTrait]);

/** Whether a node holds the address, by its name or its type. */
export const isAddress = (node: UiNode): boolean => {
  const { name = '', type } = inputAttributes(node) ?? {};
  return addressNames.has(name) || type === 'email';
};

/** The address that a flow is bound to, from a hidden node; undefined if anyone can continue the flow. */
export function loggedInAs(flow: Flow): string | undefined {
  for (const node of flow.ui.nodes) {
    const input = inputAttributes(node);
    if (!input || !addressNames.has(input.name) || !isHidden(node)) continue;
    const address = textIn(input.value);
    if (address) return address;
  }
  return undefined;
}
