import { useSyncExternalStore } from 'react';

const never = (): (() => void) => () => undefined;

/** Whether scripts run: false in the served HTML and on the first pass over it, true from then on. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
