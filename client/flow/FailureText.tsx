import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { errorCause } from '../../shared/flow/errorCause.ts';
import { waitText } from './waitText.ts';
import { usePageContext } from '../shell/PageContext.tsx';
import { Details } from '../ui/Details.tsx';
import type { Outcome } from '../../shared/flow/classify.ts';

type Failure = Extract<Outcome, { kind: 'failure' }>;

/** The text for users if no answer came; the transport's own error is in the details. */
const unanswered: Partial<Record<Failure['reason'], string>> = {
  network: 'transport.unreachable',
  timeout: 'transport.slow',
  aborted: 'transport.interrupted',
};

/** Says why a submit failed, and what the user can do about it. */
export function FailureText({ reason, message, ms, waitSeconds }: Failure): ReactNode {
  const intl = useIntl();
  const { identityServiceUrl: url } = usePageContext();
  if (reason === 'refused' && message) {
    const reasonKey = `error.reason.${String(errorCause(message))}`;
    return reasonKey in intl.messages ? (
      <FormattedMessage id={reasonKey} />
    ) : (
      <span lang="en">{message}</span>
    );
  }
  const until = `transport.${reason}.until`;
  if (waitSeconds !== undefined && until in intl.messages)
    return <FormattedMessage id={until} values={{ when: waitText(intl, waitSeconds) }} />;
  if (reason === 'timeout' && ms === undefined) return <FormattedMessage id="transport.unavailable" />;
  const plain = unanswered[reason];
  const own = <FormattedMessage id={`transport.${reason}`} values={{ ms }} />;
  if (!plain) return own;
  return (
    <>
      <FormattedMessage id={plain} />
      <Details summary={<FormattedMessage id="error.details" />}>
        {own}
        {reason === 'network' && `: ${url}`}
      </Details>
    </>
  );
}
