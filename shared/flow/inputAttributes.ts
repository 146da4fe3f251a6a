import type { UiNode, UiNodeInputAttributes } from '@ory/client';
import { continueSignUp } from './messageId.ts';

/**
 * An input node's attributes.
 *
 * @returns undefined for a node of any other type
 */
export const inputAttributes = ({ attributes }: UiNode): UiNodeInputAttributes | undefined =>
  attributes.node_type === 'input' ? attributes : undefined;

/** Whether a node is an input that only the form's submit sees. */
export const isHidden = (node: UiNode): boolean => inputAttributes(node)?.type === 'hidden';

/** Whether a node is a button that submits its form. */
export const isSubmit = (node: UiNode): boolean => inputAttributes(node)?.type === 'submit';

/** Whether a node is a button of either kind: one that submits its form, or one that a script acts on. */
export const isButton = (node: UiNode): boolean => isSubmit(node) || inputAttributes(node)?.type === 'button';

/** Whether a node is something that a person fills in, ticks or chooses. */
export function isField(node: UiNode): boolean {
  const type = inputAttributes(node)?.type;
  return type !== undefined && type !== 'hidden' && type !== 'submit' && type !== 'button';
}

/** Whether a button goes on with a sign-up with another service's account, once the missing traits are filled in. */
export const continuesSignUp = (node: UiNode): boolean =>
  isSubmit(node) && node.meta.label?.id === continueSignUp;
