import { useSyncExternalStore } from 'react';

const subscribe = (): (() => void) => () => undefined;

/** Whether the browser blocks cookies for this site; false in the served HTML. */
export const useCookiesBlocked = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => !navigator.cookieEnabled,
    () => false,
  );
