/**
 * Ends a session.
 *
 * @param csrfToken the portal's own
 * @param id which one; without it all but the current one
 * @returns whether it is ended
 */
export async function revoke(csrfToken: string, id?: string): Promise<boolean> {
  try {
    const response = await fetch(id === undefined ? '/sessions' : `/sessions/${encodeURIComponent(id)}`, {
      method: 'DELETE',
      credentials: 'include',
      headers: { Accept: 'application/json', 'X-CSRF-Token': csrfToken },
    });
    return response.ok || response.status === 404;
  } catch {
    return false;
  }
}
