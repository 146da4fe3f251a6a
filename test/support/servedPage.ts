import type { Express } from 'express';
import request from 'supertest';
import { appInProcess, browserHeaders } from './appInProcess.ts';
import { fakeUpstream } from './gatewayHarness.ts';

/** The cookie secret of these portals. */
export const cookieSecret = 'a secret of thirty-two characters or more';

/** A session cookie. */
export const sessionCookie = 'ory_kratos_session=a';

/**
 * A portal in front of a fake Kratos; end the fake with `closeHarness`.
 *
 * @param answers Kratos' answers by path, or by path and query; any other path is answered 401. The portal has an admin API if
 *   they have one of it
 */
export async function portalWith(
  answers: Record<string, [status: number, body: object]> = {},
): Promise<Express> {
  const kratos = await fakeUpstream((received, response) => {
    const { url = '' } = received;
    const [status, body] = answers[url] ??
      answers[url.split('?')[0] ?? ''] ?? [401, { error: { id: 'session_inactive', code: 401 } }];
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
  });
  const isAdmin = Object.keys(answers).some((path) => path.startsWith('/admin/'));
  return appInProcess({
    KRATOS_PUBLIC_URL: kratos.url,
    COOKIE_SECRET: cookieSecret,
    ...(isAdmin && { KRATOS_ADMIN_URL: kratos.url }),
  });
}

/** Requests a page as a browser does. */
export const getPage = (portal: Express, path: string, cookie = ''): request.Test =>
  request(portal)
    .get(path)
    .set({ ...browserHeaders, ...(cookie && { Cookie: cookie }) });

/**
 * Returns the visible part of a served page: the document without the data and texts for scripts, without the comments with
 * which React separates texts, and without the tags that keep an address within a text together.
 */
export const markup = (html: string): string =>
  html.slice(0, html.indexOf('application/json')).replaceAll(/<!-- -->|<\/?bdi>/g, '');

/** Returns the props in a served page's data for scripts. */
export function pageProps(html: string): Record<string, unknown> {
  const json = /<script[^>]*type="application\/json"[^>]*>([^<]*)</.exec(html)?.[1] ?? '{}';
  return (JSON.parse(json) as { page?: { props: Record<string, unknown> } }).page?.props ?? {};
}

/** The `Set-Cookie` lines of an answer. */
export const cookiesSet = ({ headers }: request.Response): string[] =>
  (headers['set-cookie'] ?? []) as unknown as string[];
