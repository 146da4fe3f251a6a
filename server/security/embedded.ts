import type { ServerResponse } from 'node:http';
import { scriptPolicyName } from '../../shared/flow/scriptPolicyName.ts';
import { webUrl } from '../../shared/flow/webUrl.ts';
import type { Flow } from '../../shared/page.ts';
import { startingHeaders } from '../http/startingHeaders.ts';

const policyHeader = 'Content-Security-Policy';

/** Host names that mean in a policy what they mean in a URL. URLs also allow `;`, `,`, `*` and quotes in a host. */
const plainHost = /^[a-z\d-]+(?:\.[a-z\d-]+)*$/;

/**
 * The https origin of a URL as a source of a policy; undefined where the URL has none that can stand there.
 *
 * @see https://www.w3.org/TR/CSP3/#framework-directive-source-list CSP Level 3, section 2.3.1: host-source
 */
function httpsSource(value: unknown): string | undefined {
  const text = webUrl(value);
  if (text === undefined || !URL.canParse(text)) return undefined;
  const { protocol, hostname, origin, username, password } = new URL(text);
  const isPlain = plainHost.test(hostname) && username === '' && password === '';
  return protocol === 'https:' && isPlain ? origin : undefined;
}

/** The https origins that a flow's script nodes are loaded from. */
function scriptOrigins(flow: Flow): string[] {
  const sources = flow.ui.nodes.map(({ attributes }) =>
    attributes.node_type === 'script' && 'src' in attributes ? httpsSource(attributes.src) : undefined,
  );
  return [...new Set(sources.filter((origin) => origin !== undefined))];
}

const opened = (policy: string, origins: string): string =>
  policy
    .replace(/(?:require-trusted-types-for|trusted-types) [^;]*;/g, '')
    .replace(/(script-src|connect-src) ([^;]*)/g, (directive) => `${directive} ${origins}`)
    .concat(`;frame-src ${origins}`);

/**
 * Opens an answer's content security policy for what a flow brings with it. Nothing else of the policy changes.
 *
 * The provider's own scripts are put into the page through one policy of trusted types. What the provider embeds from
 * elsewhere, a captcha, is a script of another origin that talks to that origin and shows itself in a frame of it. Such
 * scripts write markup of their own and know of no trusted types, so these are lifted from its page.
 *
 * @param response an answer that carries the portal's policy
 * @param flow the flow that is shown
 * @param own the origins of the portal and of the identity service, which need no opening
 */
export function allowEmbedded(response: ServerResponse, flow: Flow, own: string[]): void {
  const origins = scriptOrigins(flow).filter((origin) => !own.includes(origin));
  const starting = startingHeaders(response);
  const at = starting.indexOf(policyHeader) + 1;
  const policy = starting[at];
  if (at === 0 || policy === undefined) return;
  starting[at] =
    origins.length > 0
      ? opened(policy, origins.join(' '))
      : policy.replace("trusted-types 'none'", `trusted-types ${scriptPolicyName}`);
}
