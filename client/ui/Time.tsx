import type { ReactNode } from 'react';

/**
 * A formatted time. Suppresses the hydration warning: browser and server may format a month's name differently.
 */
export function Time({ at, children }: { at: string; children: string }): ReactNode {
  return (
    <time dateTime={at} suppressHydrationWarning>
      {children}
    </time>
  );
}
