import type { UiNode, UiNodeAttributes } from '@ory/client';
import { inputAttributes, isField } from '../../shared/flow/inputAttributes.ts';
import * as nodeName from '../../shared/flow/nodeName.ts';
import type { FlowOf } from '../../shared/page.ts';

/** The field that holds the account's address, in a sign-in, a sign-up, a verification and a recovery. */
const fieldNames = new Set<string>([
  nodeName.identifier,
  nodeName.emailTrait,
  nodeName.email,
  nodeName.recoveryAddress,
]);

/**
 * Fills a known address into a flow's empty address field, but a phone number into none for an email address. Other
 * e-mail fields, such as a second trait, stay empty.
 */
export function fillAddress<Shown extends FlowOf['login' | 'registration' | 'verification' | 'recovery']>(
  flow: Shown,
  address: string | undefined,
): Shown {
  if (address === undefined) return flow;
  const filled = (node: UiNode): UiNode => {
    const input = inputAttributes(node);
    if (!input || !fieldNames.has(input.name) || !isField(node) || input.value) return node;
    if (input.type === 'email' && !address.includes('@')) return node;
    return { ...node, attributes: { ...node.attributes, value: address } as UiNodeAttributes };
  };
  return { ...flow, ui: { ...flow.ui, nodes: flow.ui.nodes.map(filled) } };
}
