import { useEffect } from 'react';
import { fieldsOf, textIn } from '../../../shared/fields.ts';
import { useSetCsrfToken } from '../../shell/PageContext.tsx';

async function freshToken(signal: AbortSignal): Promise<string | undefined> {
  const response = await fetch('/api/csrf', { headers: { Accept: 'application/json' }, signal });
  return textIn(fieldsOf(await response.json()).token);
}

/**
 * Fetches the portal's CSRF token again after each saved change: the provider then replaces the session cookie, to
 * which the token is bound, so the page's next post to the portal would be refused.
 *
 * @param changes how many changes have been saved since the page was served
 */
export function useFreshToken(changes: number): void {
  const setCsrfToken = useSetCsrfToken();
  useEffect(() => {
    if (changes === 0) return;
    const call = new AbortController();
    freshToken(call.signal).then(
      (token) => token !== undefined && setCsrfToken(token),
      () => undefined,
    );
    return () => call.abort();
  }, [changes, setCsrfToken]);
}
