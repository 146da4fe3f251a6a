import type { Request } from 'express';
import type { Locale } from '../../shared/messages/locales.ts';
import { waitText } from '../../shared/messages/waitText.ts';
import { formatters } from './catalogues.ts';
import { requestLocale } from './locale.ts';

/**
 * Gives the reason of a portal error in the language of a request.
 *
 * @param fallback the language where the browser's is not supported
 * @returns a function of request, error id and the seconds to wait, if the error names any; it gives undefined for an error
 *   that the catalogue does not know
 */
export const errorReason =
  (fallback: Locale) =>
  (request: Request, id: string, waitSeconds?: number): string | undefined => {
    const intl = formatters[requestLocale(request, fallback)];
    const until = `error.reason.${id}.until`;
    if (waitSeconds !== undefined && until in intl.messages)
      return intl.formatMessage({ id: until }, { when: waitText(intl, waitSeconds) });
    const key = `error.reason.${id}`;
    return key in intl.messages ? intl.formatMessage({ id: key }) : undefined;
  };
