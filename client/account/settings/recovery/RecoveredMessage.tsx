import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { accountRecovered } from '../../../../shared/flow/messageId.ts';
import * as nodeGroup from '../../../../shared/flow/nodeGroup.ts';
import type { FlowOf } from '../../../../shared/page.ts';
import { LocalizedText } from '../../../flow/LocalizedText.tsx';
import { localizedMessage } from '../../../flow/messages/messageText.ts';
import { severityOf } from '../../../flow/nodes/nodeMessages.ts';
import { useNow } from '../../../flow/useNow.ts';
import { usePageContext } from '../../../shell/PageContext.tsx';
import { Message } from '../../../ui/Message.tsx';
import styles from '../done/DoneMessage.module.css';
import { isRecoveryOver, RecoverAgain } from './RecoverAgain.tsx';

interface RecoveredMessageProps {
  flow: FlowOf['settings'];
  /** Whether the recovery has signed the user out everywhere else. */
  endedOthers: boolean;
  recoveryOff: boolean | undefined;
}

/**
 * The message at the top of the settings that the account was recovered, with the next step: it asks for a password
 * only if there are passwords. Leads to another recovery once the time for that has run out.
 */
export function RecoveredMessage({ flow, endedOthers, recoveryOff }: RecoveredMessageProps): ReactNode {
  const intl = useIntl();
  const now = useNow(usePageContext().servedAt);
  const message = flow.ui.messages?.find(({ id }) => id === accountRecovered);
  if (!message) return null;
  const hasPasswords = flow.ui.nodes.some(({ group }) => group === nodeGroup.password);
  const isOver = isRecoveryOver(message, now) && !recoveryOff;
  const context = { ...message.context, ...(!hasPasswords && { password: 'none' }) };
  return (
    <div className={styles.done}>
      <Message severity={isOver ? 'info' : severityOf(message)} name={message.id}>
        <h2 className={styles.title}>
          <FormattedMessage id="settings.recovered" />
        </h2>
        <p>
          <LocalizedText {...localizedMessage(intl, { ...message, context }, now)} />
          {isOver && <RecoverAgain flow={flow} />}
        </p>
        {endedOthers && (
          <p>
            <FormattedMessage id="settings.done.endedOthers" />
          </p>
        )}
      </Message>
    </div>
  );
}
