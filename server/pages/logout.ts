import type { RequestHandler } from 'express';
import { fieldsOf, textIn } from '../../shared/fields.ts';
import { PortalError } from '../errors.ts';
import type { Kratos } from '../provider/kratos.ts';
import type { Settings } from '../config.ts';
import { returnTo } from '../security/returnTo.ts';
import type { Loader } from './page.ts';

/** `GET /logout`: asks whether to log out. A link alone never does it, so that no other site can. */
export const logout: Loader = async ({ query, visitor, settings }) => {
  const { kind } = await visitor();
  if (kind === 'signedOut') return { redirect: '/login' };
  const back = returnTo(
    query.get('return_to') ?? undefined,
    settings.PORTAL_URL,
    settings.ALLOWED_RETURN_URLS,
  );
  return { page: { name: 'logout', props: { ...(back && { returnTo: back }) } } };
};

/**
 * `POST /logout`: ends the session on Yes and goes to the sign-in page, goes back to `return_to` on anything else.
 *
 * @throws PortalError 502 where the provider does not end the session
 */
export function postLogout({ kratos, settings }: { kratos: Kratos; settings: Settings }): RequestHandler {
  return async (request, response) => {
    const { submit, return_to } = (request.body ?? {}) as { submit?: string; return_to?: unknown };
    const back = returnTo(return_to, settings.PORTAL_URL, settings.ALLOWED_RETURN_URLS);
    if (submit !== 'Yes') {
      response.redirect(303, back ?? '/');
      return;
    }

    const { cookie } = request.headers;
    const created = await kratos.answer((frontend) => frontend.createBrowserLogoutFlow({ cookie }));
    if (created.status === 401) {
      response.redirect(303, '/login');
      return;
    }
    const token = textIn(fieldsOf(created.body).logout_token);
    if (created.status !== 200 || token === undefined)
      throw new PortalError(502, 'upstream_failed', 'The identity service failed to answer.');

    const ended = await kratos.answer((frontend) => frontend.updateLogoutFlow({ token, cookie }));
    if (ended.status >= 400 || ended.status === 0)
      throw new PortalError(502, 'upstream_failed', 'The identity service failed to answer.');
    response.append('Set-Cookie', [...created.setCookie, ...ended.setCookie]);
    response.redirect(303, '/login');
  };
}
