import type { AdminSession, Kratos } from '../upstreams/kratos.ts';
import type { ProviderCookies } from '../security/cookies/providerCookies.ts';
import { cookieHeader, type Question } from './question.ts';

/** Asks for the browser's session; undefined for none. */
export async function sessionOf(
  asked: Question,
  kratos: Pick<Kratos, 'whoami'>,
  cookies: ProviderCookies,
): Promise<AdminSession | undefined> {
  const cookie = cookies.session(cookieHeader(asked));
  const session = cookie === undefined ? undefined : await kratos.whoami({ Cookie: cookie });
  return typeof session === 'object' ? session : undefined;
}

/** Asks whose session the browser has; undefined for none, and for another account's. */
export async function ownSession(
  asked: Question,
  ...from: [kratos: Pick<Kratos, 'whoami'>, cookies: ProviderCookies]
): Promise<AdminSession | undefined> {
  const session = await sessionOf(asked, ...from);
  return session?.identity.id === asked.identity.id ? session : undefined;
}
