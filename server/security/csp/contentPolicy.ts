import type { ServerResponse } from 'node:http';
import { webUrl } from '../../../shared/flow/webUrl.ts';

const policyHeader = 'Content-Security-Policy';

/** Matches host names that are safe in a policy. URLs also allow `;`, `,`, `*` and quotes in a host. */
const plainHost = /^[a-z\d-]+(?:\.[a-z\d-]+)*$/;

/**
 * Returns a URL's https origin as a source expression of a policy; undefined if it has no safe one.
 *
 * @see https://www.w3.org/TR/CSP3/#framework-directive-source-list CSP Level 3, section 2.3.1: host-source
 */
export function httpsSource(value: unknown): string | undefined {
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
