import { Fragment, type ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import type { UiNode } from '@ory/client';
import { inputAttributes } from '../../../../shared/flow/inputAttributes.ts';
import { lookupSecretList } from '../../../../shared/flow/messageId.ts';
import * as nodeName from '../../../../shared/flow/nodeName.ts';
import { nodeKeys } from '../../../flow/model/node.ts';
import { NodeView } from '../../../flow/nodes/NodeView.tsx';
import styles from './LookupSecrets.module.css';

/** Whether a node shows backup codes. */
export const isSecretList = ({ attributes }: UiNode): boolean =>
  attributes.node_type === 'text' && attributes.text.id === lookupSecretList;

/** Whether a button confirms new backup codes. */
export const isConfirmation = (node: UiNode): boolean =>
  inputAttributes(node)?.name === nodeName.confirmLookupSecrets;

/**
 * Backup codes to be confirmed. One text, above the form, says what to do with them; another, at its button, what confirming
 * does.
 */
export function NewCodes({ nodes }: { nodes: UiNode[] }): ReactNode {
  const keys = nodeKeys(nodes);
  return nodes.map((node, index) => (
    <Fragment key={keys[index]}>
      {isConfirmation(node) && (
        <p className={styles.status}>
          <FormattedMessage id="settings.signsOut" />
        </p>
      )}
      <NodeView node={isSecretList(node) ? { ...node, meta: {} } : node} />
    </Fragment>
  ));
}
