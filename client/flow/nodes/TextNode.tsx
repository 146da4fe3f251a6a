import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import type { UiNode, UiNodeTextAttributes, UiText } from '@ory/client';
import { fieldsOf, objectsIn } from '../../../shared/fields.ts';
import { readText } from '../../../shared/flow/readText.ts';
import { localizedMessage } from '../messages/messageText.ts';
import { nodeLabel } from '../messages/nodeTitle.ts';
import { useFlowContext } from '../FlowContext.ts';
import { LocalizedText } from '../LocalizedText.tsx';
import { NodeMessages } from './NodeMessages.tsx';
import styles from './TextNode.module.css';
import { dataNode } from '../model/node.ts';
import { lookupSecret, lookupSecretList, totpSecret } from '../../../shared/flow/messageId.ts';

/** Texts with a secret to copy: a TOTP key, a single backup code. */
const secrets = new Set([totpSecret, lookupSecret]);

const secretsIn = ({ context }: UiText): UiText[] => objectsIn(fieldsOf(context).secrets).map(readText);

function TextValue({ id, text }: UiNodeTextAttributes): ReactNode {
  const intl = useIntl();
  const { now, components } = useFlowContext();
  if (components && text.id === lookupSecretList)
    return <components.LookupSecrets id={id} secrets={secretsIn(text)} />;
  if (secrets.has(text.id)) {
    return (
      <code id={id} className={styles.secret}>
        <LocalizedText {...localizedMessage(intl, text, now)} />
      </code>
    );
  }
  return (
    <p id={id}>
      <LocalizedText {...localizedMessage(intl, text, now)} />
    </p>
  );
}

/** A text with its label above. */
export function TextNode({
  node,
  attributes,
}: {
  node: UiNode;
  attributes: UiNodeTextAttributes;
}): ReactNode {
  const intl = useIntl();
  const { now } = useFlowContext();
  const label = nodeLabel(intl, node, now);
  return (
    <div {...dataNode(node)} className={styles.text}>
      {label && (
        <p className={styles.label}>
          <LocalizedText {...label} />
        </p>
      )}
      <TextValue {...attributes} />
      <NodeMessages node={node} />
    </div>
  );
}
