import type { DeviceAuthorizationResponse, refreshTokenGrant } from 'openid-client';
import { escapeHtml } from '../../../shared/mail/escapeHtml.ts';
import { plainPage } from '../plainPage.ts';

/** The tokens of a signed-in user. */
export type Tokens = Awaited<ReturnType<typeof refreshTokenGrant>>;

/** The demo application's state for one browser. */
export interface Visit {
  tokens?: Tokens;
  /** When the application got them. */
  since?: Date;
  /** A device whose user signs in elsewhere. */
  device?: DeviceAuthorizationResponse;
  /** What its API has answered. */
  recordings?: string[];
  /** Why the last step failed. */
  problem?: string;
}

const name = 'Harbor Clinic';

const row = ([term, value]: [string, unknown]): string =>
  `<dt>${escapeHtml(term)}</dt><dd>${escapeHtml(typeof value === 'string' ? value : JSON.stringify(value))}</dd>`;

const problem = ({ problem: cause }: Visit): string =>
  cause ? `<p role="alert">${escapeHtml(cause)}</p>` : '';

const recordings = ({ recordings: list }: Visit): string =>
  list
    ? `<h2>Recordings, for whoever has just given a second factor</h2><ul>${list.map((one) => `<li>${escapeHtml(one)}</li>`).join('')}</ul>`
    : '';

/** Whether there is a refresh token, and why not: Hydra issues one only for `offline_access`. */
function refreshToken({ refresh_token: token, scope = '' }: Tokens): string {
  if (token) return 'yes';
  return scope.split(' ').includes('offline_access')
    ? 'no: the provider has issued none'
    : 'no: you have not allowed offline_access';
}

const signedIn = (tokens: Tokens, since: Date): string => `<p>You are signed in.</p>
<h2>Claims in the ID token</h2>
<dl>${Object.entries(tokens.claims() ?? {})
  .map(row)
  .join('')}</dl>
<h2>What you allowed</h2>
<dl>${row(['scopes', tokens.scope ?? ''])}${row(['access token', `ends in ${tokens.expires_in ?? 0} seconds`])}${row(['refresh token', refreshToken(tokens)])}${row(['tokens since', since.toLocaleTimeString('en-GB')])}</dl>
<nav>${tokens.refresh_token ? '<form method="post" action="/refresh"><button>Refresh the tokens</button></form>' : ''}
<a href="/recordings">Open the recordings</a> <a href="/sign-in">Sign in again</a> <a href="/sign-out">Sign out</a></nav>`;

const signedOut = (hasDevices: boolean): string => `<p>A demo application that signs in with the portal.</p>
<nav><a href="/sign-in">Sign in</a>
${hasDevices ? '<form method="post" action="/device"><button>Sign in as a device without a browser</button></form>' : ''}</nav>`;

const waiting = ({
  user_code: code,
  verification_uri: page,
  verification_uri_complete: link = page,
}: DeviceAuthorizationResponse): string => `<p>Enter this code at ${escapeHtml(page)}:</p>
<p><output>${escapeHtml(code)}</output></p>
<nav><a href="${escapeHtml(link)}" target="_blank" rel="noreferrer">Open the page with the code</a></nav>
<p>This page checks every few seconds whether you have allowed it.</p>`;

/** The application's only page: signed out, signed in, or a device that waits for its user, if the provider has devices. */
export function demoPage(visit: Visit, hasDevices: boolean): string {
  const { tokens, device, since = new Date() } = visit;
  const content = tokens ? signedIn(tokens, since) : device ? waiting(device) : signedOut(hasDevices);
  return plainPage(name, problem(visit) + recordings(visit) + content);
}
