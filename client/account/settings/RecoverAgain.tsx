import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import type { UiText } from '@ory/client';
import { fieldsOf } from '../../../shared/fields.ts';
import { pagePath } from '../../../shared/flow/providerPath.ts';
import type { FlowOf } from '../../../shared/page.ts';
import { TextLink } from '../../ui/TextLink.tsx';
import { accountRecovered } from '../../../shared/flow/messageId.ts';

/** Whether a message says that an account was recovered, and the time to change its password is over. */
export function isRecoveryOver({ id, context }: UiText, now: number): boolean {
  const { privilegedSessionExpiresAt: end } = fieldsOf(context);
  return id === accountRecovered && typeof end === 'string' && Date.parse(end) <= now;
}

/** The way to one more recovery, behind the message that the time of the last one is over. Only who has logged out can take it. */
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
