import type { ClientDetails } from '../../shared/applications.ts';

/**
 * Returns an application's name; without one, a placeholder in the page's language with its id, which distinguishes
 * it from others.
 */
export const clientLabel = ({ name, id }: ClientDetails, unnamed: string): string =>
  name ?? (id === undefined ? unnamed : `${unnamed} (${id})`);
