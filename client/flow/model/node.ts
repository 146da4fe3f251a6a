import type { UiNode, UiNodeInputAttributes } from '@ory/client';
import { valueOf } from '../../../shared/flow/shownValue.ts';
import { entriesOf, inputAttributes, isSubmit } from '../../../shared/flow/inputAttributes.ts';

/** The props of a component for an input node. */
export interface InputNodeProps {
  node: UiNode;
  input: UiNodeInputAttributes;
}

/** Returns the attribute by which operators find a node: its group, and its name or id. */
export function dataNode({ group, attributes }: UiNode): { 'data-node': string } {
  return { 'data-node': `${group}.${'name' in attributes ? attributes.name : attributes.id}` };
}

/**
 * Gives each node a React key that is stable from one answer to the next, so that its element keeps what was typed.
 * Nodes that would share a key are numbered. A list's field for another entry is a new one for each entry that it has got.
 */
export function nodeKeys(nodes: UiNode[]): string[] {
  const names = nodes.map((node, index) => {
    const name = nameOf(node, index);
    const count = entriesOf(inputAttributes(node)?.name ?? '', nodes).length;
    return count > 0 ? `${name} ${count}` : name;
  });
  return names.map(
    (name, index) => `${name} ${names.slice(0, index).filter((other) => other === name).length}`,
  );
}

/** @param index the node's position, for nodes without a name */
function nameOf(node: UiNode, index: number): string {
  const input = inputAttributes(node);
  if (input) return [input.type, input.name, isSubmit(node) ? valueOf(input) : ''].join(' ');
  const { attributes } = node;
  return 'id' in attributes && attributes.id ? `${node.type} ${attributes.id}` : `${node.type} ${index}`;
}
