import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import type { WaitingSignIn } from '../../../../shared/page.ts';
import { TextLink } from '../../../ui/TextLink.tsx';

/** Says that an application is still waiting for the sign-in that a recovery interrupted, with a link to it. */
export function ApplicationWaits({ url, clientName }: WaitingSignIn): ReactNode {
  const text = clientName === undefined ? 'settings.applicationWaits' : 'settings.clientWaits';
  return (
    <>
      <FormattedMessage id={text} values={{ clientName }} />{' '}
      <TextLink href={url}>
        <FormattedMessage id="settings.continueSignIn" />
      </TextLink>
    </>
  );
}
