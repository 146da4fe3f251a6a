import { useId, type ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { saysExists } from '../../shared/flow/messages.ts';
import { useFlowContext } from '../flow/FlowContext.ts';
import { textMessages } from '../flow/nodes/nodeMessages.ts';
import { FieldMessages } from '../ui/FieldMessages.tsx';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import styles from './ExistingAccount.module.css';

interface ExistingAccountProps {
  loginUrl: string;
  recoveryUrl?: string | undefined;
}

/**
 * Offers to sign in if the address of a sign-up already has an account, and says so unless a field does. The link
 * names the flow, for which the gateway has kept the address, so that the sign-in has it filled in.
 */
export function ExistingAccount({ loginUrl, recoveryUrl }: ExistingAccountProps): ReactNode {
  const intl = useIntl();
  const id = useId();
  const { flow, now, answers } = useFlowContext();
  const messages = textMessages(intl, flow.ui.messages?.filter(saysExists) ?? [], now);
  return (
    <>
      <FieldMessages id={id} messages={messages.map((message) => ({ ...message, live: answers > 0 }))} />
      <div className={styles.offer}>
        <p>
          <FormattedMessage id="registration.exists" />
        </p>
        <ButtonLink
          href={`${loginUrl}${loginUrl.includes('?') ? '&' : '?'}existing=${encodeURIComponent(flow.id)}`}
          // eslint-disable-next-line jsx-a11y/no-autofocus -- the next step after an error, which scripts focus too
          autoFocus
          data-next
        >
          <FormattedMessage id="registration.footer.action" />
        </ButtonLink>
        {recoveryUrl && (
          <ButtonLink href={recoveryUrl} variant="plain">
            <FormattedMessage id="registration.forgotPassword" />
          </ButtonLink>
        )}
      </div>
    </>
  );
}
