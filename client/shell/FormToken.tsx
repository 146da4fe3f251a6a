import type { ReactNode } from 'react';
import { usePageContext } from './PageContext.tsx';

/** The CSRF token of a form of the portal's own, and the account that it belongs to. */
export function FormToken(): ReactNode {
  const { csrfToken, account } = usePageContext();
  return (
    <>
      <input type="hidden" name="_csrf" value={csrfToken} />
      {account !== undefined && <input type="hidden" name="account" value={account} />}
    </>
  );
}
