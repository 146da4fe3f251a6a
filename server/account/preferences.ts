import type { RequestHandler } from 'express';
import { fieldsOf } from '../../shared/fields.ts';
import type { Settings } from '../settings/config.ts';
import { isLocale, localeCookie } from '../render/locale.ts';
import { preferenceCookie } from '../render/preferenceCookie.ts';
import { isTheme, themeCookie } from '../render/theme.ts';
import { declinedCookie } from './passkeyOffer.ts';
import { returnTo } from '../security/returnTo.ts';

/**
 * `POST /preferences`: stores the chosen language or theme, or that no passkey is wanted, in a cookie, and redirects back
 * to the page. Unknown values are ignored.
 */
export function postPreferences(settings: Settings): RequestHandler {
  const options = preferenceCookie(settings.PORTAL_URL);
  return (request, response) => {
    const { locale, theme, passkey_offer, return_to } = fieldsOf(request.body);
    if (isLocale(locale)) response.cookie(localeCookie, locale, options);
    if (isTheme(theme)) response.cookie(themeCookie, theme, options);
    if (passkey_offer === 'declined') response.cookie(declinedCookie, '1', options);
    response.redirect(303, returnTo(return_to, settings.PORTAL_URL) ?? '/');
  };
}
