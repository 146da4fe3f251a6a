import type { ReactNode } from 'react';
import { FormattedDate, FormattedMessage, useIntl } from 'react-intl';
import type { UiNode } from '@ory/client';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { buttonText } from '../buttonText.ts';
import { valueOf } from '../fieldAttributes.ts';
import { useFlowContext, useFormContext } from '../FlowContext.ts';
import { submissionId } from '../submissionId.ts';
import styles from './KeyNode.module.css';
import { NodeMessages } from './NodeMessages.tsx';
import type { InputNodeProps } from './InputNode.tsx';

/** The labels of buttons that remove a security key or a passkey. */
const removals = new Set([1050018, 1050020]);

/** Whether a node stands for a key that can be removed. */
export const isKeyRemoval = (node: UiNode): boolean => removals.has(node.meta.label?.id ?? 0);

interface Key {
  display_name?: string;
  added_at?: string;
}

/** A key that one has, with its name and its age, and the button that removes it. */
export function KeyNode({ node, input }: InputNodeProps): ReactNode {
  const intl = useIntl();
  const { busy } = useFlowContext();
  const { section } = useFormContext();
  const { display_name: name, added_at: added } = (node.meta.label?.context ?? {}) as Key;
  return (
    <div className={styles.key}>
      <Icon name={node.group === 'passkey' ? 'passkey' : 'webauthn'} />
      <div className={styles.what}>
        <strong>
          {name !== undefined && name !== '' ? name : <FormattedMessage id="settings.key.unnamed" />}
        </strong>
        {added && (
          <span className={styles.added}>
            <FormattedMessage
              id="settings.key.added"
              values={{ date: <FormattedDate value={added} dateStyle="medium" timeZone="UTC" /> }}
            />
          </span>
        )}
      </div>
      <Button
        size="small"
        variant="secondary"
        name={input.name}
        value={valueOf(input)}
        disabled={input.disabled}
        formNoValidate
        aria-label={buttonText(intl, node)}
        busy={busy === submissionId(section.id, input.name, valueOf(input))}
      >
        <FormattedMessage id="settings.key.remove" />
      </Button>
      <NodeMessages node={node} />
    </div>
  );
}
