import type { IncomingMessage } from 'node:http';
import { anchorOf } from '../../shared/flow/anchorOf.ts';
import { pageUrl } from '../pages/pageUrl.ts';
import { signInAgain } from '../pages/links.ts';
import { readFields, type FormFields } from '../security/limits/fields.ts';
import type { ProviderCookies } from '../security/providerCookies.ts';
import type { Call, GatewayRequest } from './exchange.ts';
import { mostFormBytes } from './formLimit.ts';
import { peekBody } from './peekBody.ts';

/** Gives another place than that of an answer's `Location`; undefined where that one is good. */
export type WayOn = (answer: Pick<IncomingMessage, 'headers' | 'statusCode'>) => string | undefined;

interface Surroundings {
  /** The portal's own origin. */
  portalUrl: string;
  cookies: ProviderCookies;
}

/** What the fields of a settings section begin with, where they do not name the method. */
const sectionOfField: [begin: string, section: string][] = [
  ['lookup_secret_', 'lookup_secret'],
  ['totp_', 'totp'],
  ['webauthn_', 'webauthn'],
  ['passkey_', 'passkey'],
  ['link', 'oidc'],
  ['unlink', 'oidc'],
];

function fragmentOf(fields: FormFields): string {
  const method = fields.get('method')?.[0] ?? '';
  const [, section] =
    sectionOfField.find(([begin]) => [...fields.keys()].some((name) => name.startsWith(begin))) ?? [];
  const known = /^[a-z_]+$/.test(method) ? method : section;
  return known === undefined ? '' : `#${anchorOf(known)}`;
}

/** Where Kratos asks for a sign-in without a way back: its own path, or the sign-in page. */
const asksToSignIn = new Set(['/self-service/login/browser', '/login']);

/** Leads to a sign-in with a way back. */
const afterSettings =
  ({ query }: Call, fields: FormFields, { portalUrl }: Surroundings): WayOn =>
  ({ headers }) => {
    if (!asksToSignIn.has((headers.location ?? '').replace(portalUrl, ''))) return undefined;
    const flow = new URLSearchParams(query).get('flow') ?? undefined;
    return signInAgain({ return_to: portalUrl + pageUrl('/settings', { flow }) + fragmentOf(fields) });
  };

/** Where a registration's answer leads that is not about a new account. */
const notRegistered = /^\/(?:registration|error|login|self-service\/.*|oauth2\/.*)$/;

/** Kratos says nothing of an account that was made without a session. */
const afterRegistration =
  ({ portalUrl, cookies }: Surroundings): WayOn =>
  ({ headers }) => {
    const { location = '' } = headers;
    const set = headers['set-cookie'] ?? [];
    if (
      !URL.canParse(location, portalUrl) ||
      set.some((cookie) => cookies.session(cookie.split(';')[0]) !== undefined)
    )
      return undefined;
    const url = new URL(location, portalUrl);
    if (url.origin !== portalUrl || notRegistered.test(url.pathname)) return undefined;
    if (url.pathname !== '/verification')
      return pageUrl('/login', { return_to: url.href, registered: 'true' });
    url.searchParams.set('registered', 'true');
    return url.href;
  };

/**
 * The way on from a form that a browser posts without scripts, where the provider's redirect tells too little: a sign-in
 * after a session's end says that and comes back to the section, and a sign-up without a session says that the account is
 * there. Scripts do the same in `client/flow/nextUrl.ts`.
 *
 * @returns undefined at once for every other call
 */
export function wayOn(call: Call, request: GatewayRequest, about: Surroundings): Promise<WayOn> | undefined {
  const { operation } = call.operation;
  if (operation === 'updateRegistrationFlow') return Promise.resolve(afterRegistration(about));
  if (operation !== 'updateSettingsFlow') return undefined;
  return peekBody(request, mostFormBytes).then((body) =>
    afterSettings(call, readFields('', body, request.headers['content-type']), about),
  );
}
