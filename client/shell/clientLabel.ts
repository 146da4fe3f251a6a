import type { ClientDetails } from '../../shared/applications.ts';

/** An application's name; without one what it is called in the page's language, with its id, which tells it from others. */
export const clientLabel = ({ name, id }: ClientDetails, unnamed: string): string =>
  name ?? (id === undefined ? unnamed : `${unnamed} (${id})`);
