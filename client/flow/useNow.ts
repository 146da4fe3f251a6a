import { useEffect, useState } from 'react';

const tick = 15_000;

/**
 * The time, for texts that count minutes: what the page was served with at first, so that server and browser write the
 * same, then the browser's own.
 *
 * @param served when the page was served, in milliseconds since 1970
 */
export function useNow(served: number | undefined): number {
  const [now, setNow] = useState(() => served ?? Date.now());
  useEffect(() => {
    const update = (): void => setNow(Date.now());
    const timer = setInterval(update, tick);
    const first = setTimeout(update);
    return () => {
      clearInterval(timer);
      clearTimeout(first);
    };
  }, []);
  return now;
}
