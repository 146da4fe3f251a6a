import type { Request } from 'express';
import type { Locale } from '../../shared/messages/locales.ts';
import { formatters } from './catalogues.ts';
import { requestLocale } from './locale.ts';

/**
 * Gives the reason of a portal error in the language of a request.
 *
 * @param fallback the language where the browser's is not supported
 * @returns a function of request and error id; it gives undefined for an error that the catalogue does not know
 */
export const errorReason =
  (fallback: Locale) =>
  (request: Request, id: string): string | undefined => {
    const intl = formatters[requestLocale(request, fallback)];
    const key = `error.reason.${id}`;
    return key in intl.messages ? intl.formatMessage({ id: key }) : undefined;
  };
