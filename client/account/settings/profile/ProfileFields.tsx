import type { ReactNode } from 'react';
import type { UiNode } from '@ory/client';
import { inputAttributes } from '../../../../shared/flow/inputAttributes.ts';
import * as nodeName from '../../../../shared/flow/nodeName.ts';
import { nodeKeys } from '../../../flow/model/node.ts';
import { NodeView } from '../../../flow/nodes/NodeView.tsx';
import styles from './ProfileFields.module.css';

/** The profile in the order of the identity schema: where the last name follows the first, they stand side by side. */
export function ProfileFields({ nodes }: { nodes: UiNode[] }): ReactNode {
  const keys = nodeKeys(nodes);
  const names = nodes.map((node) => inputAttributes(node)?.name);
  const first = names.findIndex(
    (name, at) => name === nodeName.firstNameTrait && names[at + 1] === nodeName.lastNameTrait,
  );
  const views = nodes.map((node, at) => <NodeView key={keys[at]} node={node} />);
  if (first < 0) return views;
  return (
    <>
      {views.slice(0, first)}
      <div className={styles.names}>{views.slice(first, first + 2)}</div>
      {views.slice(first + 2)}
    </>
  );
}
