import type { Outcome } from '../../../shared/flow/classify.ts';
import { pagePath } from '../../../shared/flow/pagePath.ts';
import { stepUpUrl } from '../../../shared/flow/signInUrl.ts';
import { webUrl } from '../../../shared/flow/webUrl.ts';
import type { FlowKind } from '../../../shared/page.ts';

/** The outcomes that navigate to another page. */
export type Leaving = Extract<Outcome, { kind: 'done' | 'navigate' | 'signedIn' | 'signedOut' }>;

/** Keeps the fragment of the page before the sign-in (`/settings#password`), as in redirects; never on other origins. */
function withFragment(url: string, pageUrl: string): string {
  const { hash, origin } = new URL(pageUrl);
  return new URL(url, pageUrl).origin === origin && !url.includes('#') ? url + hash : url;
}

/** Returns the URL after a registration without a session: through the sign-in, unless that is not needed. */
function registered(next: string, query: URLSearchParams, pageUrl: string): string {
  const { origin, pathname } = new URL(next, pageUrl);
  if (origin !== new URL(pageUrl).origin || pathname === '/verification') return next;
  const signIn = new URLSearchParams(query);
  signIn.set('return_to', next);
  return pagePath('login', signIn);
}

/** Returns the start parameters of the sign-in after a session has ended; `ended` makes the page say so. */
function signInAgain(kind: FlowKind, query: URLSearchParams, pageUrl: string): URLSearchParams {
  const signIn = new URLSearchParams(kind === 'login' ? query : { return_to: pageUrl });
  // there is no session left to confirm or step up
  for (const name of ['aal', 'refresh', 'via']) signIn.delete(name);
  if (!webUrl(signIn.get('return_to'))) signIn.delete('return_to');
  signIn.set('ended', 'true');
  return signIn;
}

/**
 * Returns where the browser goes after an outcome.
 *
 * @param query the flow's start parameters, see `startQuery`
 * @param pageUrl the page's own URL, to come back to after a sign-in
 */
export function nextUrl(kind: FlowKind, outcome: Leaving, query: URLSearchParams, pageUrl: string): string {
  const url = destination(kind, outcome, query, pageUrl);
  return kind === 'login' ? withFragment(url, pageUrl) : url;
}

function destination(kind: FlowKind, outcome: Leaving, query: URLSearchParams, pageUrl: string): string {
  const returnTo = webUrl(query.get('return_to'));
  const back = returnTo ?? '/';
  switch (outcome.kind) {
    case 'navigate':
      return kind === 'settings' ? stepUpUrl(outcome.url, pageUrl) : outcome.url;
    case 'done':
      return outcome.sessionless && kind === 'registration'
        ? registered(outcome.next ?? back, query, pageUrl)
        : (outcome.next ?? back);
    case 'signedIn': {
      // the page answers the application with the session, and the consent says that the form was not used
      const challenge = query.get('login_challenge');
      if (challenge)
        return pagePath('login', new URLSearchParams({ login_challenge: challenge, already: 'true' }));
      const again = new URLSearchParams(query);
      again.delete('return_to');
      // another tab has signed in: the form's own page says why it is not shown again
      return returnTo ?? pagePath(kind, again);
    }
    case 'signedOut':
      return pagePath('login', signInAgain(kind, query, pageUrl));
  }
}
