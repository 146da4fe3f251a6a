import { useEffect, useState } from 'react';

const tick = 15_000;

/**
 * Returns the current time, for texts that count minutes: at first the time of serving, so that hydration matches the
 * server's HTML, then the browser's own.
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
