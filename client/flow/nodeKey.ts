import type { UiNode } from '@ory/client';
import { valueOf } from './fieldAttributes.ts';
import { inputAttributes, isSubmit } from '../../shared/flow/inputAttributes.ts';

/**
 * Names a node among its neighbours, the same from one answer to the next, so that its element and what was typed into it
 * stay.
 *
 * @param index its place, for nodes that have no name of their own
 */
export function nodeKey(node: UiNode, index: number): string {
  const input = inputAttributes(node);
  if (input) return [input.type, input.name, isSubmit(node) ? valueOf(input) : ''].join(' ');
  const { attributes } = node;
  return 'id' in attributes && attributes.id ? `${node.type} ${attributes.id}` : `${node.type} ${index}`;
}
