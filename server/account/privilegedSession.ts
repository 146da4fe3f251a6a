import type { Session } from '@ory/client';
import { isPrivileged } from '../../shared/sessions.ts';
import { upstreamFailed } from '../http/upstreamErrors.ts';
import { signInAgain } from '../urls/links.ts';
import { pageUrl } from '../urls/paths.ts';
import type { KratosFrontend } from '../provider/kratos.ts';
import { visitor } from '../provider/session.ts';
import type { Settings } from '../settings/config.ts';

/** The path of a section of the settings. */
export const sectionPath = (anchor: string): string => `/settings#${anchor}`;

/** The sign-in page, with a way back to a section of the settings. */
export const sectionAfterSignIn = (anchor: string, { PORTAL_URL }: Settings): string =>
  signInAgain({ return_to: PORTAL_URL + sectionPath(anchor) });

interface Privileged {
  kratos: KratosFrontend;
  settings: Settings;
  /** The browser's `Cookie` header. */
  cookie: string | undefined;
  /** The section of the settings to come back to. */
  anchor: string;
}

/**
 * Returns the privileged session of a browser that is about to change something. Without one the user has to sign in,
 * or confirm who they are, and press the button again.
 *
 * @throws PortalError 502 when the provider does not say who is signed in
 */
export async function privilegedSession({
  kratos,
  settings,
  cookie,
  anchor,
}: Privileged): Promise<{ session: Session } | { redirect: string }> {
  const who = await visitor(kratos, cookie);
  if (who.kind === 'unknown') throw upstreamFailed();
  // the page itself asks for the second factor
  if (who.kind === 'secondFactor') return { redirect: sectionPath(anchor) };
  if (who.kind === 'signedOut') return { redirect: sectionAfterSignIn(anchor, settings) };
  if (isPrivileged(who.session)) return { session: who.session };
  return {
    redirect: pageUrl('/login', { refresh: 'true', return_to: settings.PORTAL_URL + sectionPath(anchor) }),
  };
}
