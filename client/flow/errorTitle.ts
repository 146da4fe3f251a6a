import { lookUp } from '../../shared/fields.ts';
import type { ErrorDetails } from '../../shared/page.ts';

/** Catalogue keys of titles by status code; all other codes share one. */
const titles: Partial<Record<string, string>> = { 404: 'error.title.404', 500: 'error.title.500' };

/**
 * The catalogue key of the error card's title.
 *
 * @param error with its code, an HTTP status, or a title of its own
 */
export const errorTitle = ({ code, title }: Pick<ErrorDetails, 'code' | 'title'>): string =>
  title ?? lookUp(titles, String(code)) ?? 'error.title.other';
