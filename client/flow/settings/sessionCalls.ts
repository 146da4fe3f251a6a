import type { Session } from '@ory/client';

export interface Sessions {
  current: Session;
  others: Session[];
}

/** More than anybody has; the provider's own limit. */
const pageSize = 250;

async function get(url: string): Promise<unknown> {
  const response = await fetch(url, { credentials: 'include', headers: { Accept: 'application/json' } });
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  return response.json();
}

const isSession = (value: unknown): value is Session =>
  typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string';

/**
 * The sessions of who is signed in.
 *
 * @returns undefined where they cannot be had
 */
export async function loadSessions(): Promise<Sessions | undefined> {
  try {
    const [current, others] = await Promise.all([
      get('/sessions/whoami'),
      get(`/sessions?per_page=${pageSize}`),
    ]);
    if (!isSession(current) || !Array.isArray(others)) return undefined;
    return { current, others: others.filter(isSession).filter(({ id }) => id !== current.id) };
  } catch {
    return undefined;
  }
}

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
