import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import { usePageContext } from './PageContext.tsx';

/** Says what may help somebody whose sign-in a limit refuses; nothing on other pages. */
export function OtherWay(): ReactNode {
  const { path } = usePageContext();
  return /^(?:\/self-service)?\/login\b/.test(path) && <FormattedMessage id="error.otherWay" />;
}
