import type { ServerResponse } from 'node:http';
import type { Flow } from '../../shared/page.ts';
import { startingHeaders } from '../startingHeaders.ts';

const policyHeader = 'Content-Security-Policy';

/** The other origins, on https, that a flow's script nodes are loaded from. */
function scriptOrigins(flow: Flow): string[] {
  const sources = flow.ui.nodes.flatMap(({ attributes }) =>
    attributes.node_type === 'script' && 'src' in attributes ? [attributes.src] : [],
  );
  const urls = sources.filter((src) => URL.canParse(src)).map((src) => new URL(src));
  return [...new Set(urls.filter(({ protocol }) => protocol === 'https:').map(({ origin }) => origin))];
}

/**
 * Opens an answer's content security policy for what the provider embeds in a flow from elsewhere: a captcha is a script
 * of another origin that talks to that origin and shows itself in a frame of it. Nothing else of the policy changes.
 *
 * @param response an answer that carries the portal's policy
 * @param flow the flow that is shown
 * @param portalUrl the portal's own origin, which needs no opening
 */
export function allowEmbedded(response: ServerResponse, flow: Flow, portalUrl: string): void {
  const origins = scriptOrigins(flow).filter((origin) => origin !== portalUrl);
  const starting = startingHeaders(response);
  const at = starting.indexOf(policyHeader) + 1;
  const policy = starting[at];
  if (origins.length === 0 || at === 0 || policy === undefined) return;
  const opened = policy.replace(/(script-src|connect-src) ([^;]*)/g, `$1 $2 ${origins.join(' ')}`);
  starting[at] = `${opened};frame-src ${origins.join(' ')}`;
}
