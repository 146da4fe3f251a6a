import type { ServerResponse } from 'node:http';
import { scriptPolicyName } from '../../../shared/flow/scriptPolicyName.ts';
import type { Flow } from '../../../shared/page.ts';
import { changePolicy, httpsSource } from './contentPolicy.ts';

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
