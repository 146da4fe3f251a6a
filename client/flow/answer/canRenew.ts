import type { UiNode } from '@ory/client';
import { textIn } from '../../../shared/fields.ts';
import { inputAttributes, isHidden } from '../../../shared/flow/inputAttributes.ts';
import * as nodeName from '../../../shared/flow/nodeName.ts';
import { lookupSecretList, totpSecret } from '../../../shared/flow/messageId.ts';
import { awaitsCode } from '../../../shared/flow/messages.ts';
import type { Flow } from '../../../shared/page.ts';

/** The states of a flow before anything was mailed or chosen. */
const firstSteps = ['choose_method', 'show_form', 'success'];

/** Whether a node carries a value from an earlier step. */
function isCarried(node: UiNode): boolean {
  const { name = '' } = inputAttributes(node) ?? {};
  return isHidden(node) && (name === nodeName.identifier || name.startsWith('traits.'));
}

/** Whether the page shows a secret that a new flow would replace: backup codes, or the key of an authenticator app. */
function showsSecret({ attributes }: UiNode): boolean {
  if (attributes.node_type !== 'text') return false;
  const { id, text } = attributes;
  return (
    text.id === lookupSecretList ||
    (text.id === totpSecret && document.getElementById(id)?.closest('details')?.open === true)
  );
}

/**
 * Whether a new flow can replace this one without loss, because it asks for the same: not after a code was mailed or
 * while one confirms what was presented, nor in the second of two steps, nor while a secret is shown.
 */
export const canRenew = (flow: Flow): boolean =>
  firstSteps.includes(textIn(flow.state) ?? '') &&
  !awaitsCode(flow) &&
  !flow.ui.nodes.some(showsSecret) &&
  (('refresh' in flow && flow.refresh === true) || !flow.ui.nodes.some(isCarried));
