import { useEffect, useState } from 'react';
import { otherSessions, type OwnSessions, type SessionSummary } from '../../../../shared/sessions.ts';

async function listOthers(current: SessionSummary, signal: AbortSignal): Promise<SessionSummary[]> {
  const response = await fetch('/sessions?per_page=250', {
    credentials: 'include',
    headers: { Accept: 'application/json' },
    signal,
  });
  const body: unknown = await response.json();
  if (!response.ok || !Array.isArray(body)) throw new Error(`GET /sessions: ${response.status}`);
  return otherSessions(body, current);
}

/**
 * Returns the user's other sessions. Fetches them again after each saved change, which may have ended some; if the
 * provider does not answer, the list does not change.
 *
 * @param served the sessions that the page was served with; undefined if the provider did not list them
 * @returns the other sessions, undefined if unknown, and a setter
 */
export function useOwnSessions(
  served: OwnSessions | undefined,
  changes: number,
): [SessionSummary[] | undefined, (others: SessionSummary[]) => void] {
  const [others, setOthers] = useState(served?.others);
  const current = served?.current;
  useEffect(() => {
    if (!current || changes === 0) return;
    const call = new AbortController();
    listOthers(current, call.signal).then(setOthers, () => undefined);
    return () => call.abort();
  }, [current, changes]);
  return [others, setOthers];
}
