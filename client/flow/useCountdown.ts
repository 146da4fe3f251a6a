import { useEffect, useRef, useState } from 'react';

const second = 1000;

/** The key of the end in `sessionStorage`. */
const storageKey = 'countdown';

/** Returns the moment that a countdown ends; undefined if the tab has not kept it, or for another purpose. */
function keptEnd(purpose: string): number | undefined {
  try {
    const [kept, end] = sessionStorage.getItem(storageKey)?.split(' ') ?? [];
    return kept === purpose ? Number(end) : undefined;
  } catch {
    return undefined;
  }
}

function keepEnd(purpose: string, end: number): number {
  try {
    sessionStorage.setItem(storageKey, `${purpose} ${end}`);
  } catch {
    // the browser denies access to its storage: a page that is shown again counts anew
  }
  return end;
}

/**
 * Counts whole seconds down to 0. A page that is shown again counts to the same moment. On the server and before scripts run
 * it is at 0.
 *
 * @param start each new value restarts it; undefined neither starts nor stops it
 * @param purpose what is waited for, such as a flow's id
 */
export function useCountdown(seconds: number, start: number | undefined, purpose: string): number {
  const [left, setLeft] = useState(0);
  const end = useRef(0);
  useEffect(() => {
    if (start !== undefined)
      end.current =
        (end.current === 0 ? keptEnd(purpose) : undefined) ?? keepEnd(purpose, Date.now() + seconds * second);
    const tick = (): void => {
      const rest = Math.max(0, Math.ceil((end.current - Date.now()) / second));
      setLeft(rest);
      if (rest === 0) clearInterval(timer);
    };
    const timer = setInterval(tick, second);
    tick();
    return () => clearInterval(timer);
  }, [seconds, start, purpose]);
  return left;
}
