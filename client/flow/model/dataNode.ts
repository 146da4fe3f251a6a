import type { UiNode } from '@ory/client';

/** The attribute by which operators find a node: `data-node`, its group and its name, or its id if it has no name. */
export function dataNode({ group, attributes }: UiNode): { 'data-node': string } {
  return { 'data-node': `${group}.${'name' in attributes ? attributes.name : attributes.id}` };
}
