import { useEffect, useRef, useState } from 'react';

const second = 1000;

/**
 * Counts whole seconds down to 0. On the server and before scripts run it is at 0.
 *
 * @param seconds the initial value
 * @param start each new value restarts it; undefined neither starts nor stops it
 */
export function useCountdown(seconds: number, start: number | undefined): number {
  const [left, setLeft] = useState(0);
  const end = useRef(0);
  useEffect(() => {
    if (start !== undefined) end.current = Date.now() + seconds * second;
    const tick = (): void => {
      const rest = Math.max(0, Math.ceil((end.current - Date.now()) / second));
      setLeft(rest);
      if (rest === 0) clearInterval(timer);
    };
    const timer = setInterval(tick, second);
    tick();
    return () => clearInterval(timer);
  }, [seconds, start]);
  return left;
}
