import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import { usePageContext } from '../PageContext.tsx';
import type { Failure } from './useFlow.ts';

/** Why a submit came to nothing, and what can be done about it. */
export function FailureText({ reason, message, ms }: Failure): ReactNode {
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
  if (reason === 'timeout' && ms === undefined) return <FormattedMessage id="transport.unavailable" />;
  return <FormattedMessage id={`transport.${reason}`} values={{ ms }} />;
}
