async function endOne(csrfToken: string, path: string): Promise<boolean | 'signedOut'> {
  try {
    const response = await fetch(path, {
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

/**
 * Ends sessions.
 *
 * @param ids the sessions; by default, all but the current one
 * @returns whether all were ended, or that the browser's own session is gone
 */
export async function revoke(csrfToken: string, ids?: string[]): Promise<boolean | 'signedOut'> {
  if (!ids) return endOne(csrfToken, '/sessions');
  const answers = await Promise.all(
    ids.map((id) => endOne(csrfToken, `/sessions/${encodeURIComponent(id)}`)),
  );
  return answers.includes('signedOut') ? 'signedOut' : !answers.includes(false);
}
