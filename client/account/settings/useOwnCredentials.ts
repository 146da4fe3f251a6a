import { useEffect, useState } from 'react';
import { credentialsPath, type OwnCredentials } from '../../../shared/credentials.ts';

async function readCredentials(signal: AbortSignal): Promise<OwnCredentials> {
  const response = await fetch(credentialsPath, { headers: { Accept: 'application/json' }, signal });
  if (!response.ok) throw new Error(`GET ${credentialsPath}: ${response.status}`);
  return (await response.json()) as OwnCredentials;
}

/** Returns the user's credentials, read again after each saved change; undefined if the provider does not report them. */
export function useOwnCredentials(
  served: OwnCredentials | undefined,
  changes: number,
): OwnCredentials | undefined {
  const [credentials, setCredentials] = useState(served);
  const isReported = served !== undefined;
  useEffect(() => {
    if (changes === 0 || !isReported) return;
    const call = new AbortController();
    readCredentials(call.signal).then(setCredentials, () => {
      if (!call.signal.aborted) setCredentials(undefined);
    });
    return () => call.abort();
  }, [changes, isReported]);
  return credentials;
}
