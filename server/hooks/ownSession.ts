import type { AdminSession, Kratos } from '../upstreams/kratos.ts';
import type { ProviderCookies } from '../security/cookies/providerCookies.ts';
import { cookieHeader, type Question } from './question.ts';

/** Asks whose session the browser has; undefined for none, and for another account's. */
export async function ownSession(
  asked: Question,
  kratos: Pick<Kratos, 'whoami'>,
  cookies: ProviderCookies,
): Promise<AdminSession | undefined> {
  const cookie = cookies.session(cookieHeader(asked));
  const session = cookie === undefined ? 'none' : await kratos.whoami({ Cookie: cookie });
  return typeof session === 'object' && session.identity.id === asked.identity.id ? session : undefined;
}
