import type { ReactNode } from 'react';

/** Whether the browser asks to save data. */
const savesData = (): boolean =>
  'savesData' in document.documentElement.dataset || matchMedia('(prefers-reduced-data: reduce)').matches;

/**
 * Fetches what rates a new password, which brings lists of common passwords along.
 *
 * @param field the password's input
 * @returns what to show below it; undefined if the browser saves data, or the field was left empty meanwhile
 */
export async function passwordStrength(field: HTMLInputElement): Promise<ReactNode> {
  if (savesData()) return undefined;
  const { Strength } = await import('./Strength.tsx');
  return field.value === '' && document.activeElement !== field ? undefined : <Strength field={field} />;
}
