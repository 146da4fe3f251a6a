import type { Visit } from '../pages/loader.ts';
import { upstreamFailed } from '../upstreams/upstreamErrors.ts';
import { signInAgain } from '../urls/links.ts';
import { pageUrl } from '../urls/paths.ts';

/**
 * Returns the id of the signed-in identity; for a visitor without a full session, where to sign in, to come back.
 *
 * @throws PortalError 502 when Kratos does not say who is signed in
 */
export async function signedIn({
  url,
  hasSessionCookie,
  visitor,
}: Pick<Visit, 'url' | 'hasSessionCookie' | 'visitor'>): Promise<
  { identity: string } | { redirect: string }
> {
  const who = await visitor();
  if (who.kind === 'secondFactor') return { redirect: pageUrl('/login', { aal: 'aal2', return_to: url }) };
  if (who.kind === 'signedOut')
    return {
      redirect: hasSessionCookie ? signInAgain({ return_to: url }) : pageUrl('/login', { return_to: url }),
    };
  const identity = who.kind === 'signedIn' ? who.session.identity?.id : undefined;
  if (identity === undefined) throw upstreamFailed();
  return { identity };
}
