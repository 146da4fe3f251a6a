import type { UiNode, UiText } from '@ory/client';
import { fieldsOf } from '../../shared/fields.ts';
import { inputAttributes } from '../../shared/flow/inputAttributes.ts';
import { accountExists } from '../../shared/flow/messageId.ts';
import * as nodeName from '../../shared/flow/nodeName.ts';
import { providerName } from '../../shared/flow/providerName.ts';
import type { FlowOf } from '../../shared/page.ts';

const isRefusedLink = ({ id, context }: UiText): boolean =>
  id === accountExists && fieldsOf(context).subject === 'link';

/**
 * Moves the message that a social account belongs to somebody else to the button of its service, and names the service there.
 *
 * @param service the service's id, which the provider does not tell; by default the only one that can be linked
 */
export function atItsService(flow: FlowOf['settings'], service: string | undefined): FlowOf['settings'] {
  const { nodes, messages = [] } = flow.ui;
  const refused = messages.find(isRefusedLink);
  const links = nodes.filter((node) => inputAttributes(node)?.name === nodeName.link);
  const target =
    links.find((node) => inputAttributes(node)?.value === service) ?? (links[1] ? undefined : links[0]);
  if (!refused || !target) return flow;
  const context = { ...refused.context, subject: 'service', provider: providerName(target) };
  const withMessage = (node: UiNode): UiNode => ({
    ...node,
    messages: [...node.messages, { ...refused, context }],
  });
  return {
    ...flow,
    ui: {
      ...flow.ui,
      messages: messages.filter((message) => message !== refused),
      nodes: nodes.map((node) => (node === target ? withMessage(node) : node)),
    },
  };
}
