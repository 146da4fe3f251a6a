import type { UiNode } from '@ory/client';
import { valueOf } from './fieldAttributes.ts';
import { inputAttributes, isSubmit } from '../../../shared/flow/inputAttributes.ts';

/**
 * Names each node among its neighbours, the same from one answer to the next, so that its element and what was typed into it
 * stay.
 * Those that nothing tells apart are numbered.
 */
export function nodeKeys(nodes: UiNode[]): string[] {
  const names = nodes.map(nameOf);
  return names.map((name, index) => `${name} ${names.slice(0, index).filter((one) => one === name).length}`);
}

/** @param index the node's place, for those that have no name of their own */
function nameOf(node: UiNode, index: number): string {
  const input = inputAttributes(node);
  if (input) return [input.type, input.name, isSubmit(node) ? valueOf(input) : ''].join(' ');
  const { attributes } = node;
  return 'id' in attributes && attributes.id ? `${node.type} ${attributes.id}` : `${node.type} ${index}`;
}
