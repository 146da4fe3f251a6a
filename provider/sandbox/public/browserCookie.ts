import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';

/**
 * A cookie that identifies the browser: a challenge only continues in the browser that it was created for. It
 * replaces oidc-provider's cookies, one for each interaction, whose paths Hydra lacks.
 */
const name = 'ory_hydra_browser';

/** The cookies of oidc-provider that never reach the browser. */
const interactionCookie = /^ory_hydra_(?:interaction|resume)=/;

/** Returns the cookies of a request, by name. */
export const cookiesOf = (request: IncomingMessage): Map<string, string> =>
  new Map(
    (request.headers.cookie ?? '').split('; ').map((pair) => {
      const at = pair.indexOf('=');
      return [pair.slice(0, at), pair.slice(at + 1)] as const;
    }),
  );

/** Identifies the browser of a request. The answer sets the cookie if the browser has none. */
export function identifyBrowser(request: IncomingMessage, response: ServerResponse): string {
  const known = cookiesOf(request).get(name);
  const browser = known ?? randomUUID();
  const send = response.writeHead.bind(response);
  response.writeHead = ((...head: Parameters<typeof send>) => {
    const lines = [response.getHeader('Set-Cookie') ?? []]
      .flat()
      .map(String)
      .filter((line) => !interactionCookie.test(line));
    if (known === undefined) lines.push(`${name}=${browser}; Path=/; HttpOnly; SameSite=Lax`);
    if (lines.length > 0) response.setHeader('Set-Cookie', lines);
    else response.removeHeader('Set-Cookie');
    return send(...head);
  }) as typeof response.writeHead;
  return browser;
}

/**
 * Passes oidc-provider the cookies with which it resumes an interaction.
 *
 * @param withSession whether the browser stays in its login session
 */
export function resume(request: IncomingMessage, uid: string, withSession: boolean): void {
  const session = cookiesOf(request).get('ory_hydra_session');
  request.headers.cookie = [
    `ory_hydra_resume=${uid}`,
    ...(withSession && session !== undefined ? [`ory_hydra_session=${session}`] : []),
  ].join('; ');
}
