/**
 * Ends a session.
 *
 * @param csrfToken the portal's own
 * @param id which one; without it, all but the current one
 * @returns whether it was ended, or that the browser's own session is gone
 */
export async function revoke(csrfToken: string, id?: string): Promise<boolean | 'signedOut'> {
  try {
    const response = await fetch(id === undefined ? '/sessions' : `/sessions/${encodeURIComponent(id)}`, {
      method: 'DELETE',
      credentials: 'include',
      headers: { Accept: 'application/json', 'X-CSRF-Token': csrfToken },
    });
    // 403: the session is gone, so its CSRF token does not validate
    if (response.status === 401 || response.status === 403) return 'signedOut';
    return response.ok || response.status === 404;
  } catch {
    return false;
  }
}
