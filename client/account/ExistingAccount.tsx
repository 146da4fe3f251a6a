import { useId, type ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { saysExists } from '../../shared/flow/messages.ts';
import { useFlowContext } from '../flow/FlowContext.ts';
import { textMessages } from '../flow/nodes/nodeMessages.ts';
import { FieldMessages } from '../ui/FieldMessages.tsx';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import styles from './ExistingAccount.module.css';
import { withQuery } from '../../shared/flow/pagePath.ts';

/** The props of the next step, which has the focus; scripts give it too. */
export const first = { autoFocus: true, 'data-next': true } as const;

interface ExistingAccountProps {
  loginUrl: string;
  recoveryUrl?: string | undefined;
  /** Where the address of this browser's last sign-up is verified: it may be the same. */
  verificationUrl?: string | undefined;
}

/**
 * Offers to sign in, or to verify the address, if that of a sign-up already has an account, and says so unless a field does.
 * The link names the flow, for which the gateway has kept the address, so that the sign-in has it filled in.
 */
export function ExistingAccount({ loginUrl, recoveryUrl, verificationUrl }: ExistingAccountProps): ReactNode {
  const intl = useIntl();
  const id = useId();
  const { flow, now, answers } = useFlowContext();
  const messages = textMessages(intl, flow.ui.messages?.filter(saysExists) ?? [], now);
  return (
    <>
      <FieldMessages id={id} messages={messages.map((message) => ({ ...message, live: answers > 0 }))} />
      <div className={styles.offer}>
        <p>
          <FormattedMessage id={verificationUrl ? 'registration.signedUp' : 'registration.exists'} />
        </p>
        {verificationUrl && (
          <ButtonLink href={verificationUrl} {...first}>
            <FormattedMessage id="registration.signedUp.action" />
          </ButtonLink>
        )}
        <ButtonLink
          href={withQuery(loginUrl, new URLSearchParams({ existing: flow.id }))}
          {...(verificationUrl ? { variant: 'quiet' } : first)}
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
