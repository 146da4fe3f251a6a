import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { UiText } from '@ory/client';
import { fieldsOf } from '../../../../shared/fields.ts';
import { accountRecovered } from '../../../../shared/flow/messageId.ts';
import * as nodeGroup from '../../../../shared/flow/nodeGroup.ts';
import { pagePath } from '../../../../shared/flow/pagePath.ts';
import type { FlowOf } from '../../../../shared/page.ts';
import { LocalizedText } from '../../../flow/LocalizedText.tsx';
import { localizedMessage } from '../../../flow/messages/messageText.ts';
import { severityOf } from '../../../flow/nodes/nodeMessages.ts';
import { useNow } from '../../../flow/useNow.ts';
import { usePageContext } from '../../../shell/PageContext.tsx';
import { TextLink } from '../../../ui/TextLink.tsx';
import { TopMessage } from '../done/DoneMessage.tsx';
import styles from '../done/DoneMessage.module.css';

/** Whether a message says that the account was recovered but the time for a new password has run out. */
function isRecoveryOver({ id, context }: UiText, now: number): boolean {
  const { privilegedSessionExpiresAt: end } = fieldsOf(context);
  return id === accountRecovered && typeof end === 'string' && Date.parse(end) <= now;
}

/** A link to another recovery, after the message that the last one has run out. It goes through the logout. */
function RecoverAgain({ flow }: { flow: FlowOf['settings'] }): ReactNode {
  const recovery = pagePath('recovery', new URLSearchParams(flow.return_to && { return_to: flow.return_to }));
  return (
    <>
      {' '}
      <TextLink href={`/logout?${new URLSearchParams({ next: recovery }).toString()}`}>
        <FormattedMessage id="nav.logout" />
      </TextLink>
    </>
  );
}

interface RecoveredMessageProps {
  flow: FlowOf['settings'];
  /** Whether the recovery has signed the user out everywhere else. */
  endedOthers: boolean;
  recoveryOff: boolean | undefined;
  /** Whether the account has a password; undefined if unknown. */
  password: boolean | undefined;
}

/**
 * The message at the top of the settings that the account was recovered, with the next step: it asks for a password
 * only if the account has one, as far as known. Leads to another recovery once the time for that has run out.
 */
export function RecoveredMessage({
  flow,
  endedOthers,
  recoveryOff,
  password,
}: RecoveredMessageProps): ReactNode {
  const intl = useIntl();
  const now = useNow(usePageContext().servedAt);
  const message = flow.ui.messages?.find(({ id }) => id === accountRecovered);
  if (!message) return null;
  const hasPassword = password !== false && flow.ui.nodes.some(({ group }) => group === nodeGroup.password);
  const isOver = isRecoveryOver(message, now) && !recoveryOff;
  const context = { ...message.context, ...(!hasPassword && { password: 'none' }) };
  return (
    <div className={styles.done}>
      <TopMessage
        severity={isOver ? 'info' : severityOf(message)}
        name={message.id}
        title={<FormattedMessage id="settings.recovered" />}
        endedOthers={endedOthers}
      >
        <p>
          <LocalizedText {...localizedMessage(intl, { ...message, context }, now)} />
          {isOver && <RecoverAgain flow={flow} />}
        </p>
      </TopMessage>
    </div>
  );
}
