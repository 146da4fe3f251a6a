import type { Outcome } from '../../shared/flow/classify.ts';
import { pagePath, startPath } from '../../shared/flow/providerPath.ts';
import { stepUpUrl } from '../../shared/flow/stepUpUrl.ts';
import { webUrl } from '../../shared/flow/webUrl.ts';
import type { FlowKind } from '../../shared/page.ts';

/** The outcomes after which another page is shown. */
export type Leaving = Extract<Outcome, { kind: 'done' | 'navigate' | 'signedIn' | 'signedOut' }>;

/**
 * Keeps the part of a page that somebody asked for before they had to sign in, as in `/settings#password`: browsers carry
 * it through redirects, so a script does likewise. Other origins never learn it.
 */
function keepingPart(url: string, pageUrl: string): string {
  const { hash, origin } = new URL(pageUrl);
  return new URL(url, pageUrl).origin === origin && !url.includes('#') ? url + hash : url;
}

/**
 * Where the browser goes after an outcome.
 *
 * @param kind the flow that is shown
 * @param outcome the outcome
 * @param query what the flow was started with, see `restartQuery`
 * @param pageUrl the page's own URL, to come back to after a sign-in
 */
export function nextUrl(kind: FlowKind, outcome: Leaving, query: URLSearchParams, pageUrl: string): string {
  const url = leadsTo(kind, outcome, query, pageUrl);
  return kind === 'login' ? keepingPart(url, pageUrl) : url;
}

function leadsTo(kind: FlowKind, outcome: Leaving, query: URLSearchParams, pageUrl: string): string {
  const back = webUrl(query.get('return_to')) ?? '/';
  switch (outcome.kind) {
    case 'navigate':
      return kind === 'settings' ? stepUpUrl(outcome.url, pageUrl) : outcome.url;
    case 'done':
      return outcome.next ?? back;
    case 'signedIn': {
      // Only a navigation lets the provider accept the challenge and send the browser back to the OAuth2 client.
      const challenge = query.get('login_challenge');
      return challenge ? startPath(kind, new URLSearchParams({ login_challenge: challenge })) : back;
    }
    case 'signedOut':
      return pagePath('login', new URLSearchParams({ return_to: kind === 'login' ? back : pageUrl }));
  }
}
