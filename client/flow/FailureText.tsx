import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { waitText } from '../../shared/messages/waitText.ts';
import { usePageContext } from '../PageContext.tsx';
import type { Failure } from './useFlow.ts';

/** Why a submit came to nothing, and what can be done about it. */
export function FailureText({ reason, message, ms, waitSeconds }: Failure): ReactNode {
  const intl = useIntl();
  const { identityServiceUrl: url } = usePageContext();
  if (reason === 'refused' && message) return message;
  if (reason === 'network') {
    return (
      <>
        <strong>
          <FormattedMessage id="transport.network" />
        </strong>{' '}
        <FormattedMessage id="transport.noResponse" values={{ url }} />
      </>
    );
  }
  if (reason === 'limited' && waitSeconds !== undefined)
    return <FormattedMessage id="transport.limited.until" values={{ when: waitText(intl, waitSeconds) }} />;
  if (reason === 'timeout' && ms === undefined) return <FormattedMessage id="transport.unavailable" />;
  return <FormattedMessage id={`transport.${reason}`} values={{ ms }} />;
}
