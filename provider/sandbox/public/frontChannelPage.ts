import type { ClientDocument } from '../store/clients.ts';

/** How long the clients' pages have to load, in seconds. */
const patience = 2;

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

/**
 * A page that loads the clients' logout pages in frames (OpenID Connect Front-Channel Logout 1.0) and then goes on.
 *
 * @param redirectTo where the browser goes on
 */
export function frontChannelPage(
  clients: ClientDocument[],
  { issuer, sid }: { issuer: string; sid: string },
  redirectTo: string,
): string {
  const frames = clients.map(({ frontchannel_logout_uri: uri }) => {
    const url = new URL(String(uri));
    url.searchParams.set('iss', issuer);
    url.searchParams.set('sid', sid);
    return `<iframe hidden src="${escaped(url.href)}"></iframe>`;
  });
  return `<!doctype html><meta http-equiv="refresh" content="${patience}; URL=${escaped(redirectTo)}">${frames.join('')}`;
}
