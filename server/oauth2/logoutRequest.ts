import type { Request, RequestHandler } from 'express';
import { fieldsOf, textIn } from '../../shared/fields.ts';
import { malformedRequest } from '../http/errors.ts';
import { queryIn } from '../http/requestHead.ts';
import { endSession } from '../pages/endSession.ts';
import type { Loader } from '../pages/loader.ts';
import type { OAuth2Client } from '../upstreams/challenges.ts';
import { clientUrl } from '../upstreams/clientDetails.ts';
import type { Hydra } from '../upstreams/hydra.ts';
import { pageUrl } from '../urls/paths.ts';
import { requireHydra, type OAuth2Options } from './hydra.ts';
import { isScript } from './logoutTarget.ts';
import { protectOrAskAgain } from '../security/cookies/protectOrAskAgain.ts';

/** The parameters of a logout that an application asks for without an ID token. */
const names = ['client_id', 'post_logout_redirect_uri', 'state'] as const;

type Parameters = Partial<Record<(typeof names)[number], string>>;

/**
 * Returns the client, and where the browser continues after the logout (OpenID Connect RP-Initiated Logout 1.0, section
 * 3).
 *
 * @throws PortalError 400 unless the client has registered the URL
 */
async function requested(
  hydra: Hydra,
  { client_id: id = '', post_logout_redirect_uri: uri = '', state }: Parameters,
): Promise<{ client: OAuth2Client; target: string }> {
  // a path of another call would be read as one
  if (/^\.{0,2}$/.test(id) || !URL.canParse(uri) || isScript(uri)) throw malformedRequest();
  const client = await hydra.client(id);
  if (!client?.post_logout_redirect_uris.includes(uri)) throw malformedRequest();
  const target = new URL(uri);
  if (state !== undefined) target.searchParams.set('state', state);
  return { client, target: target.href };
}

const parametersIn = (given: (name: string) => unknown): Parameters =>
  Object.fromEntries(names.map((name) => [name, textIn(given(name))] as const));

const sentIn = ({ body }: Request): Parameters => parametersIn((name) => fieldsOf(body)[name]);

/** Returns the languages that the client wants for the page (OpenID Connect RP-Initiated Logout 1.0, section 2). */
export const languagesIn = (query: URLSearchParams): string[] =>
  (query.get('ui_locales') ?? '').split(' ').filter(Boolean);

/**
 * Returns the portal's page for a logout that came with an ID token, as if it had none.
 *
 * @param url the request at Hydra
 * @param client_id the client that asks, if Hydra says so
 */
export function withoutToken(url: string | null | undefined, client_id?: string | null): string {
  const query = queryIn(url ?? '');
  const id = client_id ?? query.get('client_id');
  if (!id || !query.has('post_logout_redirect_uri')) return '/logout';
  const { post_logout_redirect_uri, state } = parametersIn((name) => query.get(name));
  const ui_locales = query.get('ui_locales') ?? undefined;
  return pageUrl('/logout', { client_id: id, post_logout_redirect_uri, state, ui_locales });
}

/**
 * `GET /logout?client_id=…&post_logout_redirect_uri=…`: asks whether to log out, and continues at the application where
 * nobody is signed in.
 *
 * @param load the page for every other logout
 */
export const withLogoutRequest =
  (load: Loader, { hydra, hydraSession }: OAuth2Options): Loader =>
  async (visit) => {
    const request = parametersIn((name) => visit.query.get(name));
    if (request.post_logout_redirect_uri === undefined) return load(visit);
    const { client, target } = await requested(requireHydra(hydra), request);
    const { kind } = await visit.visitor();
    if (kind === 'signedOut' && !hydraSession.logout(visit.cookie)) return { redirect: target };
    const clientName = textIn(client.client_name);
    return {
      page: { name: 'logout', props: { request, ...(clientName && { clientName }) } },
      languages: languagesIn(visit.query),
    };
  };

/**
 * `POST /logout` for such a request: on Yes, ends the session at Kratos and Hydra's, and redirects to the URL that the client
 * has registered; otherwise to the client. Other forms are left to the next route.
 *
 * @throws PortalError 400 unless the client has registered the URL, 502 or 504 when the provider gives no usable answer
 */
export const postLogoutRequest = ({
  hydra,
  hydraSession,
  afterLogout,
  kratos,
  settings: { PORTAL_URL: portalUrl },
  csrf,
  cookies,
  formerAccount,
}: OAuth2Options): RequestHandler[] => [
  (request, _response, next) =>
    next(sentIn(request).post_logout_redirect_uri === undefined ? 'route' : undefined),
  protectOrAskAgain({ csrf, cookies, formerAccount }, (request) => pageUrl('/logout', sentIn(request))),
  async (request, response) => {
    const { client, target } = await requested(requireHydra(hydra), sentIn(request));
    if (fieldsOf(request.body).submit !== 'Yes') {
      response.redirect(303, clientUrl(client.client_uri) ?? '/');
      return;
    }
    const { cookie } = request.headers;
    const { setCookie } = await endSession(kratos, cookie, portalUrl);
    response.append('Set-Cookie', setCookie);
    const further = hydraSession.logout(cookie);
    const kept = further && afterLogout.keep(target);
    if (further && kept) response.append('Set-Cookie', [further.setCookie, kept]);
    response.redirect(303, further?.redirect ?? target);
  },
];
