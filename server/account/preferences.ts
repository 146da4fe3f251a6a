import type { RequestHandler } from 'express';
import { fieldsOf } from '../../shared/fields.ts';
import type { Settings } from '../settings/config.ts';
import { isLocale, localeCookie } from '../render/locale.ts';
import { isTheme, themeCookie } from '../render/theme.ts';
import { declinedCookie } from './passkeyOffer.ts';
import { returnTo } from '../security/request/returnTo.ts';

/**
 * `POST /preferences`: stores the chosen language or theme, or a declined passkey offer, in a cookie, and redirects
 * back to the page. Unknown values are ignored.
 */
export function postPreferences(settings: Settings): RequestHandler {
  const { PORTAL_URL: portalUrl } = settings;
  return (request, response) => {
    const { locale, theme, passkey_offer, return_to } = fieldsOf(request.body);
    if (isLocale(locale)) response.append('Set-Cookie', localeCookie.keep(locale, portalUrl));
    if (isTheme(theme)) response.append('Set-Cookie', themeCookie.keep(theme, portalUrl));
    if (passkey_offer === 'declined') response.append('Set-Cookie', declinedCookie.keep('1', portalUrl));
    response.redirect(303, returnTo(return_to, portalUrl) ?? '/');
  };
}
