import type { ReactNode } from 'react';

/**
 * A moment as it was formatted. Where browser and server know different names of a month, the browser takes the served text
 * over all the same.
 */
export function Time({ at, children }: { at: string; children: string }): ReactNode {
  return (
    <time dateTime={at} suppressHydrationWarning>
      {children}
    </time>
  );
}
