import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import type { UiText } from '@ory/client';
import { fieldsOf } from '../../../../shared/fields.ts';
import { pagePath } from '../../../../shared/flow/pagePath.ts';
import type { FlowOf } from '../../../../shared/page.ts';
import { TextLink } from '../../../ui/TextLink.tsx';
import { accountRecovered } from '../../../../shared/flow/messageId.ts';

/** Whether a message says that the account was recovered but the time for a new password has run out. */
export function isRecoveryOver({ id, context }: UiText, now: number): boolean {
  const { privilegedSessionExpiresAt: end } = fieldsOf(context);
  return id === accountRecovered && typeof end === 'string' && Date.parse(end) <= now;
}

/** A link to another recovery, after the message that the last one has run out. It goes through the logout. */
export function RecoverAgain({ flow }: { flow: FlowOf['settings'] }): ReactNode {
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
