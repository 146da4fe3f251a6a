import type { Session } from '@ory/client';
import type { Kratos } from './kratos.ts';

/** Who is at the browser: somebody, nobody, or somebody who has yet to pass a second factor. */
export type Visitor =
  | { kind: 'signedIn'; session: Session }
  | { kind: 'signedOut' }
  | { kind: 'secondFactor' }
  | { kind: 'unknown' };

/**
 * Asks Kratos whose session a browser's cookies carry.
 *
 * @param kratos the provider's client
 * @param cookie the browser's `Cookie` header
 * @returns `secondFactor` where the account asks for more than the session has shown (`session_aal2_required`), `unknown`
 *   where the provider gives no usable answer
 */
export async function visitor(kratos: Kratos, cookie: string | undefined): Promise<Visitor> {
  const { status, body } = await kratos.answer((frontend) => frontend.toSession({ cookie }));
  if (status === 200) return { kind: 'signedIn', session: body as Session };
  if (status === 401) return { kind: 'signedOut' };
  if (status === 403) return { kind: 'secondFactor' };
  return { kind: 'unknown' };
}

interface Traits {
  email?: unknown;
  name?: { first?: unknown };
}

/** The address that a signed-in person's identity holds. */
export function emailAddress({ identity }: Session): string | undefined {
  const { email } = (identity?.traits ?? {}) as Traits;
  return typeof email === 'string' && email !== '' ? email : undefined;
}

/** How a signed-in person is greeted: by first name, else by address, else by the identity's id. */
export function displayName({ identity }: Session): string {
  const { name, email } = (identity?.traits ?? {}) as Traits;
  const known = [name?.first, email].find((one) => typeof one === 'string' && one !== '');
  return (known as string | undefined) ?? identity?.id ?? '';
}
