import type { ClientDocument } from '../store/clients.ts';

/** How long the clients' pages may take to load, in seconds. */
const patience = 7;

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

/**
 * Returns a page that loads the clients' logout pages in frames (OpenID Connect Front-Channel Logout 1.0) and then
 * redirects. Like Hydra's, it has an inline script and style.
 *
 * @param redirectTo where the browser continues
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
    return `<iframe src="${escaped(url.href)}" onload="done()"></iframe>`;
  });
  return `<!doctype html><meta http-equiv="refresh" content="${patience}; URL=${escaped(redirectTo)}">
<style>iframe { position: absolute; width: 0; height: 0; border: none }</style>
<script>
let awaited = ${frames.length};
function done() { if (--awaited === 0) location.replace(document.getElementById('on').href); }
</script>
<a id="on" href="${escaped(redirectTo)}"></a>${frames.join('')}`;
}
