import { useSyncExternalStore } from 'react';

const never = (): (() => void) => () => undefined;

/** Whether the browser keeps no cookies for this site; false in the served HTML. */
export const useCookiesBlocked = (): boolean =>
  useSyncExternalStore(
    never,
    () => !navigator.cookieEnabled,
    () => false,
  );
