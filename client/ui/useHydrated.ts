import { useSyncExternalStore } from 'react';

const subscribe = (): (() => void) => () => undefined;

/** Whether scripts run: false in the served HTML and on the first pass over it, true from then on. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  );
