import type { ClientDetails } from '../../shared/applications.ts';

/** Returns an application's name; without one, a placeholder with its id. */
export const clientLabel = ({ name, id }: ClientDetails, unnamed: string): string =>
  name ?? (id === undefined ? unnamed : `${unnamed} (${id})`);
