import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import { TextLink } from '../ui/TextLink.tsx';
import { usePageContext } from './PageContext.tsx';

/** Says where to ask for help, if the settings name an address. */
export function SupportContact(): ReactNode {
  const { supportEmail } = usePageContext();
  if (!supportEmail) return null;
  const email = <TextLink href={`mailto:${supportEmail}`}>{supportEmail}</TextLink>;
  return (
    <span>
      <FormattedMessage id="common.support" values={{ email }} />
    </span>
  );
}
