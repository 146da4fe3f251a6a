import type { Request } from 'express';

/** Kratos' name for its session cookie, and the prefix that an Ory Network project's has. */
const isSessionCookie = (name: string): boolean =>
  name === 'ory_kratos_session' || name.startsWith('ory_session_');

/**
 * The provider's session cookie that the browser sent, if it did. Whether the session is any good, only the provider knows.
 *
 * @param request a request whose cookies are parsed
 */
export function sessionCookie(request: Request): string | undefined {
  const cookies = request.cookies as Record<string, string> | undefined;
  const name = Object.keys(cookies ?? {}).find(isSessionCookie);
  return name === undefined ? undefined : cookies?.[name];
}
