import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import type { UiNode, UiNodeImageAttributes } from '@ory/client';
import { nodeLabel } from '../messages/nodeTitle.ts';
import { dataNode } from '../model/node.ts';
import { useFlowContext } from '../FlowContext.ts';
import { NodeMessages } from './NodeMessages.tsx';
import styles from './ImageNode.module.css';

/** A picture, such as a QR code, named by its label. */
export function ImageNode({
  node,
  attributes,
}: {
  node: UiNode;
  attributes: UiNodeImageAttributes;
}): ReactNode {
  const intl = useIntl();
  const { now } = useFlowContext();
  const label = nodeLabel(intl, node, now);
  const { id, src, width, height } = attributes;
  return (
    <>
      <img
        {...dataNode(node)}
        id={id}
        src={src || undefined}
        width={width}
        height={height}
        alt={label?.text ?? ''}
        lang={label?.lang}
        className={styles.image}
      />
      <NodeMessages node={node} />
    </>
  );
}
