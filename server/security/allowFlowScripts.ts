import type { ServerResponse } from 'node:http';
import { scriptPolicyName } from '../../shared/flow/scriptPolicyName.ts';
import { webUrl } from '../../shared/flow/webUrl.ts';
import type { Flow } from '../../shared/page.ts';
import { defaultHeaders } from '../http/defaultHeaders.ts';

const policyHeader = 'Content-Security-Policy';

/** Host names that are safe to put into a policy. URLs also allow `;`, `,`, `*` and quotes in a host. */
const plainHost = /^[a-z\d-]+(?:\.[a-z\d-]+)*$/;

/**
 * A URL's https origin as a source expression of a policy; undefined if it has none that is safe.
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

const withOrigins = (policy: string, origins: string): string =>
  policy
    .replace(/(?:require-trusted-types-for|trusted-types) [^;]*;/g, '')
    .replace(/(script-src|connect-src) ([^;]*)/g, (directive) => `${directive} ${origins}`)
    .concat(`;frame-src ${origins}`);

/**
 * Opens an answer's content security policy for the scripts of a flow. The rest of the policy stays as it is.
 *
 * The provider's own scripts are inserted through one trusted types policy. A captcha is a script from another origin
 * that calls that origin and shows a frame of it. Such scripts write markup without trusted types, so trusted types are
 * not required on that page.
 *
 * @param response an answer that carries the portal's policy
 * @param flow the flow that is shown
 * @param ownOrigins the origins of the portal and of the identity service, which need no opening
 */
export function allowFlowScripts(response: ServerResponse, flow: Flow, ownOrigins: string[]): void {
  const origins = scriptOrigins(flow).filter((origin) => !ownOrigins.includes(origin));
  const headers = defaultHeaders(response);
  const at = headers.indexOf(policyHeader) + 1;
  const policy = headers[at];
  if (at === 0 || policy === undefined) return;
  headers[at] =
    origins.length > 0
      ? withOrigins(policy, origins.join(' '))
      : policy.replace("trusted-types 'none'", `trusted-types ${scriptPolicyName}`);
}
