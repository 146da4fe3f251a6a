import type { IncomingMessage, ServerResponse } from 'node:http';

/**
 * oidc-provider binds an interaction to the browser by a cookie for the path `/oauth2/auth/<uid>`, where it resumes.
 * Hydra resumes at `/oauth2/auth?login_verifier=…`: the cookie gets that path, and the uid goes into its name.
 */
const resumePath = /path=(\/oauth2\/(?:auth|device\/verify))\/([\w-]+)/i;
const nameOf = (uid: string): string => `ory_hydra_flow_${uid}`;

function rewritten(line: string): string[] {
  if (line.startsWith('ory_hydra_interaction=')) return [];
  const [, path = '', uid = ''] = resumePath.exec(line) ?? [];
  if (!line.startsWith('ory_hydra_resume=') || !uid) return [line];
  return [line.replace('ory_hydra_resume=', `${nameOf(uid)}=`).replace(resumePath, `path=${path}`)];
}

/** Rewrites the cookies that oidc-provider sets, when the answer is sent. */
export function rewriteResumeCookies(response: ServerResponse): void {
  const send = response.writeHead.bind(response);
  response.writeHead = ((...head: Parameters<typeof send>) => {
    const lines = [response.getHeader('Set-Cookie') ?? []].flat().flatMap((line) => rewritten(String(line)));
    if (lines.length > 0) response.setHeader('Set-Cookie', lines);
    return send(...head);
  }) as typeof response.writeHead;
}

/** The values of the cookies of a request, by their names. */
export const cookiesOf = (request: IncomingMessage): Map<string, string> =>
  new Map(
    (request.headers.cookie ?? '').split('; ').map((pair) => {
      const at = pair.indexOf('=');
      return [pair.slice(0, at), pair.slice(at + 1)] as const;
    }),
  );

/** Gives oidc-provider the cookies of one interaction, and of the session unless a new one is to begin. */
export function restoreResumeCookie(request: IncomingMessage, uid: string, withSession: boolean): void {
  const cookies = cookiesOf(request);
  const kept = {
    ory_hydra_resume: cookies.get(nameOf(uid)),
    ory_hydra_session: cookies.get('ory_hydra_session'),
  };
  if (!withSession) kept.ory_hydra_session = undefined;
  request.headers.cookie = Object.entries(kept)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${value ?? ''}`)
    .join('; ');
}
