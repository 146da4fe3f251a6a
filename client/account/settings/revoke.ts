/**
 * Ends a session.
 *
 * @param csrfToken the portal's own
 * @param id which one; without it all but the current one
 * @returns whether it is ended, or that there is no session of one's own any more
 */
export async function revoke(csrfToken: string, id?: string): Promise<boolean | 'signedOut'> {
  try {
    const response = await fetch(id === undefined ? '/sessions' : `/sessions/${encodeURIComponent(id)}`, {
      method: 'DELETE',
      credentials: 'include',
      headers: { Accept: 'application/json', 'X-CSRF-Token': csrfToken },
    });
    // 403: without the session its token is good for nothing
    if (response.status === 401 || response.status === 403) return 'signedOut';
    return response.ok || response.status === 404;
  } catch {
    return false;
  }
}
