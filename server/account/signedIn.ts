import type { Visit } from '../pages/loader.ts';
import type { Visitor } from '../upstreams/session.ts';
import { upstreamFailed } from '../upstreams/upstreamErrors.ts';
import { signInAgain } from '../urls/links.ts';
import { pageUrl } from '../urls/paths.ts';

/**
 * Returns the signed-in visitor, and the id of their identity; for a visitor without a full session, where to sign in, to come back.
 *
 * @throws PortalError 502 when Kratos does not say who is signed in
 */
export async function signedIn({
  url,
  hasSessionCookie,
  visitor,
}: Pick<Visit, 'url' | 'hasSessionCookie' | 'visitor'>): Promise<
  ({ identity: string } & Extract<Visitor, { kind: 'signedIn' }>) | { redirect: string }
> {
  const who = await visitor();
  if (who.kind === 'secondFactor') return { redirect: pageUrl('/login', { aal: 'aal2', return_to: url }) };
  if (who.kind === 'signedOut')
    return {
      redirect: hasSessionCookie ? signInAgain({ return_to: url }) : pageUrl('/login', { return_to: url }),
    };
  if (who.kind !== 'signedIn' || !who.session.identity) throw upstreamFailed();
  return { ...who, identity: who.session.identity.id };
}
