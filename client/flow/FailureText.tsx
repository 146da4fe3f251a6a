import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { errorCause } from '../../shared/flow/errorCause.ts';
import { waitText } from '../shell/waitText.ts';
import { OtherWay } from '../shell/OtherWay.tsx';
import { SupportContact } from '../shell/SupportContact.tsx';
import { usePageContext } from '../shell/PageContext.tsx';
import { Details } from '../ui/Details.tsx';
import { Unreachable } from './Unreachable.tsx';
import type { Outcome } from '../../shared/flow/classify.ts';

type Failure = Extract<Outcome, { kind: 'failure' }>;

/** What users read if no answer came; the transport's own error is in the details. */
const unanswered: Partial<Record<Failure['reason'], ReactNode>> = {
  timeout: <FormattedMessage id="transport.slow" />,
  aborted: <FormattedMessage id="transport.interrupted" />,
};

/** Refusals that the error page words in the same way. */
const refusals: Partial<Record<Failure['reason'], string>> = {
  mailLimited: 'mail_limited',
  limited: 'rate_limited',
};

/** Says why a submit failed, and what the user can do about it. */
export function FailureText({ reason, message, ms, waitSeconds }: Failure): ReactNode {
  const intl = useIntl();
  const { identityServiceUrl: url } = usePageContext();
  const cause = reason === 'refused' ? errorCause(message) : undefined;
  if (cause && `error.reason.${cause}` in intl.messages)
    return (
      <>
        <FormattedMessage id={`error.reason.${cause}`} /> {cause === 'disabled' && <SupportContact />}
      </>
    );
  const refusal = refusals[reason];
  const key = refusal === undefined ? `transport.${reason}` : `error.reason.${refusal}`;
  const until = `${key}.until`;
  if (waitSeconds !== undefined && until in intl.messages)
    return (
      <>
        <FormattedMessage id={until} values={{ when: waitText(intl, waitSeconds) }} />{' '}
        {reason === 'limited' && <OtherWay />}
      </>
    );
  if (reason === 'timeout' && ms === undefined) return <FormattedMessage id="transport.unavailable" />;
  const plain = unanswered[reason];
  const own = <FormattedMessage id={key} values={{ ms }} />;
  const details = (
    <Details summary={<FormattedMessage id="error.details" />}>
      {own}
      {reason === 'network' && `: ${url}`}
    </Details>
  );
  if (reason === 'network') return <Unreachable>{details}</Unreachable>;
  if (!plain) return own;
  return (
    <>
      {plain}
      {details}
    </>
  );
}
