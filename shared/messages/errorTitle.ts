import { lookUp } from '../fields.ts';

/** Titles by code; any other code gets the common one. */
const titles: Partial<Record<string, string>> = { 404: 'error.title.404', 500: 'error.title.500' };

/**
 * The catalogue key of the error card's title.
 *
 * @param code the error's code, as a status of HTTP
 */
export const errorTitle = (code: number): string => lookUp(titles, String(code)) ?? 'error.title.other';
