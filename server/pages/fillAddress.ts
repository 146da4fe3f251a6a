import type { UiNode, UiNodeAttributes, UiNodeInputAttributes } from '@ory/client';
import { inputAttributes, isField } from '../../shared/flow/inputAttributes.ts';
import * as nodeName from '../../shared/flow/nodeName.ts';
import type { FlowOf } from '../../shared/page.ts';

/** Whether a field takes an address: the identifier of a sign-in, or that of a sign-up or a verification. */
const takesAddress = ({ name, type }: UiNodeInputAttributes): boolean =>
  name === nodeName.identifier || type === 'email';

/** Fills an address, if it is known, into a flow's empty field for it. */
export function fillAddress<Shown extends FlowOf['login' | 'registration' | 'verification']>(
  flow: Shown,
  address: string | undefined,
): Shown {
  if (address === undefined) return flow;
  const filled = (node: UiNode): UiNode => {
    const input = inputAttributes(node);
    if (!input || !takesAddress(input) || !isField(node) || input.value) return node;
    return { ...node, attributes: { ...node.attributes, value: address } as UiNodeAttributes };
  };
  return { ...flow, ui: { ...flow.ui, nodes: flow.ui.nodes.map(filled) } };
}
