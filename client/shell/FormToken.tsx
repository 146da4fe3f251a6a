import type { ReactNode } from 'react';
import { HiddenFields } from './HiddenFields.tsx';
import { usePageContext } from './PageContext.tsx';

/** The CSRF token of a form of the portal's own, and the account that it belongs to. */
export function FormToken(): ReactNode {
  const { csrfToken, account } = usePageContext();
  return <HiddenFields values={{ _csrf: csrfToken, account }} />;
}
