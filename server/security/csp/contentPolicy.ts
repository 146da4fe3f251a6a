import type { ServerResponse } from 'node:http';
import { scriptPolicyName } from '../../../shared/flow/scriptPolicyName.ts';
import { webUrl } from '../../../shared/flow/webUrl.ts';
import type { Flow } from '../../../shared/page.ts';

const policyHeader = 'Content-Security-Policy';

/** Matches host names that are safe in a policy. URLs also allow `;`, `,`, `*` and quotes in a host. */
const plainHost = /^[a-z\d-]+(?:\.[a-z\d-]+)*$/;

/**
 * Returns a URL's https origin as a source expression of a policy; undefined if it has no safe one.
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

/** Changes an answer's content security policy, if it has one. */
export function changePolicy(response: ServerResponse, change: (policy: string) => string): void {
  const policy = response.getHeader(policyHeader);
  if (typeof policy === 'string') response.setHeader(policyHeader, change(policy));
}

/** The maximum number of allowed origins, so that the header stays small. */
const maxOrigins = 32;

/** Allows images from other sites in an answer's content security policy. Images on plain http stay blocked. */
export function allowImages(response: ServerResponse, urls: readonly string[]): void {
  const origins = [...new Set(urls.map(httpsSource))]
    .filter((origin) => origin !== undefined)
    .slice(0, maxOrigins);
  if (origins.length > 0)
    changePolicy(response, (policy) =>
      policy.replace(/img-src [^;]*/, (sources) => `${sources} ${origins.join(' ')}`),
    );
}

/** Returns the https origins of a flow's script nodes. */
function scriptOrigins(flow: Pick<Flow, 'ui'>): string[] {
  const sources = flow.ui.nodes.map(({ attributes }) =>
    attributes.node_type === 'script' && 'src' in attributes ? httpsSource(attributes.src) : undefined,
  );
  return [...new Set(sources.filter((origin) => origin !== undefined))];
}

const withOrigins = (policy: string, origins: string): string =>
  policy
    .replace(/(?:require-trusted-types-for|trusted-types) [^;]*;/g, '')
    .replace(/(script-src|connect-src) ([^;]*)/g, (directive) => `${directive} ${origins}`)
    .concat(`;frame-src ${origins}`);

/**
 * Opens an answer's content security policy for a flow's scripts. The rest of the policy does not change.
 *
 * The provider's own scripts are inserted through one trusted types policy. A captcha is a script from another origin
 * that calls that origin and shows a frame of it. Such scripts write markup without trusted types, so trusted types
 * are not required on that page.
 *
 * @param ownOrigins the origins of the portal and of the identity service, which need no opening
 */
export function allowFlowScripts(
  response: ServerResponse,
  flow: Pick<Flow, 'ui'>,
  ownOrigins: string[],
): void {
  const origins = scriptOrigins(flow).filter((origin) => !ownOrigins.includes(origin));
  changePolicy(response, (policy) =>
    origins.length > 0
      ? withOrigins(policy, origins.join(' '))
      : policy.replace("trusted-types 'none'", `trusted-types ${scriptPolicyName}`),
  );
}
