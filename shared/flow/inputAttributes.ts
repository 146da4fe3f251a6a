import type { UiNode, UiNodeInputAttributes } from '@ory/client';
import { listName } from './nodeName.ts';

/** Returns an input node's attributes; undefined for a node of any other type. */
export const inputAttributes = ({ attributes }: UiNode): UiNodeInputAttributes | undefined =>
  attributes.node_type === 'input' ? attributes : undefined;

/** Whether a node is a hidden input. */
export const isHidden = (node: UiNode): boolean => inputAttributes(node)?.type === 'hidden';

/** Whether a node is a button that submits its form. */
export const isSubmit = (node: UiNode): boolean => inputAttributes(node)?.type === 'submit';

/** Whether a node is a button, which submits its form or runs a script. */
export const isButton = (node: UiNode): boolean => isSubmit(node) || inputAttributes(node)?.type === 'button';

/** Whether a node is an input to fill in, tick or choose from. */
export function isField(node: UiNode): boolean {
  const type = inputAttributes(node)?.type;
  return type !== undefined && type !== 'hidden' && type !== 'submit' && type !== 'button';
}

/** Whether an input is for an email address, by its type or title. */
export const isEmail = (node: UiNode): boolean =>
  inputAttributes(node)?.type === 'email' ||
  /^(your )?e-?mail( address)?$/i.test(node.meta.label?.text ?? '');

/** Returns the value of a checkbox that is one of several choices; undefined for a yes-or-no checkbox. */
export function ownValue({ value }: UiNodeInputAttributes): string | undefined {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  return ['', 'true', 'false', 'on'].includes(text) ? undefined : text;
}

/** Returns the entries of a list among nodes. @param name the name of the list's own node */
export const entriesOf = (name: string, nodes: UiNode[]): UiNode[] =>
  nodes.filter((node) => {
    const other = inputAttributes(node)?.name ?? '';
    return other !== name && listName(other) === name;
  });
