import type { IncomingMessage } from 'node:http';
import { anchorOf } from '../../shared/flow/anchorOf.ts';
import { pageUrl } from '../pages/pageUrl.ts';
import { signInAgain } from '../pages/links.ts';
import { isFromOwnPage } from '../security/isFromOwnPage.ts';
import { readFields, type FormFields } from '../security/limits/formFields.ts';
import type { ProviderCookies } from '../security/providerCookies.ts';
import { isKept, type TypedFields, type TypedFieldsCookie } from '../security/typedFields.ts';
import type { Call, GatewayRequest } from './forward/exchange.ts';
import { mostFormBytes } from './checks/formLimit.ts';
import { peekBody } from './checks/peekBody.ts';
import * as nodeGroup from '../../shared/flow/nodeGroup.ts';
import * as nodeName from '../../shared/flow/nodeName.ts';

/** Replaces an answer's `Location`, and may set a cookie; undefined keeps the answer as it is. */
export type RedirectRewrite = (
  answer: Pick<IncomingMessage, 'headers' | 'statusCode'>,
) => { location: string; setCookie?: string | undefined } | undefined;

interface Surroundings {
  /** The portal's own origin. */
  portalUrl: string;
  cookies: ProviderCookies;
  typedFields: TypedFieldsCookie;
}

/** Prefixes of field names, by which a form without `method` shows its settings section. */
const sectionOfField: [begin: string, section: string][] = [
  [`${nodeGroup.lookupSecret}_`, nodeGroup.lookupSecret],
  [`${nodeGroup.totp}_`, nodeGroup.totp],
  [`${nodeGroup.webauthn}_`, nodeGroup.webauthn],
  [`${nodeGroup.passkey}_`, nodeGroup.passkey],
  [nodeName.link, nodeGroup.oidc],
  [nodeName.unlink, nodeGroup.oidc],
];

function fragmentOf(fields: FormFields): string {
  const method = fields.get(nodeName.method)?.[0] ?? '';
  const [, section] =
    sectionOfField.find(([begin]) => [...fields.keys()].some((name) => name.startsWith(begin))) ?? [];
  const known = /^[a-z_]+$/.test(method) ? method : section;
  return known === undefined ? '' : `#${anchorOf(known)}`;
}

/** Where Kratos asks for a sign-in: its own path, or the sign-in page. */
const asksToSignIn = new Set(['/self-service/login/browser', '/login']);

/** What was typed into a submitted profile: no fields for other sections; undefined for forms from another site. */
function typedInto(
  body: Buffer,
  fields: FormFields,
  request: GatewayRequest,
  portalUrl: string,
): TypedFields | undefined {
  if (!isFromOwnPage(request.headers, portalUrl)) return undefined;
  if (fields.get(nodeName.method)?.[0] !== nodeGroup.profile) return [];
  // includes fields that were emptied
  return Array.from(new URLSearchParams(body.toString())).filter(([name]) => isKept(name));
}

/**
 * Adds to a redirect to a sign-in or confirmation the way back to the section; if the session has ended, keeps what was
 * typed.
 */
function afterSettings(
  call: Call,
  request: GatewayRequest,
  body: Buffer,
  about: Surroundings,
): RedirectRewrite {
  const { portalUrl, typedFields } = about;
  const fields = readFields('', body, request.headers['content-type']);
  const section = fragmentOf(fields);
  return ({ headers: { location = '' } }) => {
    if (!URL.canParse(location, portalUrl)) return undefined;
    const url = new URL(location, portalUrl);
    if (url.origin !== portalUrl || !asksToSignIn.has(url.pathname)) return undefined;
    const back = url.searchParams.get('return_to');
    if (back !== null && section !== '' && !back.includes('#')) {
      url.searchParams.set('return_to', back + section);
      return { location: url.href };
    }
    if (url.search !== '') return undefined;
    const flow = new URLSearchParams(call.query).get('flow') ?? '';
    const typed = typedInto(body, fields, request, portalUrl);
    return {
      location: signInAgain({ return_to: portalUrl + pageUrl('/settings', { flow }) + section }),
      setCookie: typed && typedFields.keep(flow, typed),
    };
  };
}

/** Paths that a registration redirects to when it has not created an account. */
const notRegistered = /^\/(?:registration|error|login|self-service\/.*|oauth2\/.*)$/;

/** Says that the account has been created; Kratos itself does not, unless it signs the user in. */
const afterRegistration =
  (request: GatewayRequest, { portalUrl, cookies }: Surroundings): RedirectRewrite =>
  ({ headers }) => {
    const { location = '' } = headers;
    const set = headers['set-cookie'] ?? [];
    if (
      !URL.canParse(location, portalUrl) ||
      cookies.session(request.headers.cookie) !== undefined ||
      set.some((cookie) => cookies.session(cookie.split(';')[0]) !== undefined)
    )
      return undefined;
    const url = new URL(location, portalUrl);
    if (url.origin !== portalUrl || notRegistered.test(url.pathname)) return undefined;
    if (url.pathname !== '/verification')
      return { location: pageUrl('/login', { return_to: url.href, registered: 'true' }) };
    url.searchParams.set('registered', 'true');
    return { location: url.href };
  };

/** The operations that mailed links call, and the flow that each belongs to. */
const mailedLinks: Partial<Record<string, string>> = {
  followRecoveryLink: 'recovery',
  followVerificationLink: 'verification',
};

/** Tells the error page which kind of link failed, so that it can start that flow again. */
const afterMailedLink =
  (link: string, { portalUrl }: Surroundings): RedirectRewrite =>
  ({ headers: { location = '' } }) => {
    if (!URL.canParse(location, portalUrl)) return undefined;
    const url = new URL(location, portalUrl);
    if (url.origin !== portalUrl || url.pathname !== '/error') return undefined;
    url.searchParams.set('link', link);
    return { location: url.href };
  };

/**
 * Adds to the provider's redirects what they lack, after a mailed link and after a form that a browser posts without
 * scripts: a failed link starts its flow again, a sign-in after the session has ended says so and returns to the
 * section and what was typed, a confirmation returns to the section, and a registration without a session says that the
 * account has been created. With scripts, `client/flow/submit/nextUrl.ts` does the same.
 *
 * @returns undefined for every other call
 */
export function rewriteRedirect(
  call: Call,
  request: GatewayRequest,
  about: Surroundings,
): Promise<RedirectRewrite> | undefined {
  const { operation } = call.operation;
  const link = mailedLinks[operation];
  if (link) return Promise.resolve(afterMailedLink(link, about));
  if (operation === 'updateRegistrationFlow') return Promise.resolve(afterRegistration(request, about));
  if (operation !== 'updateSettingsFlow') return undefined;
  return peekBody(request, mostFormBytes).then((body) => afterSettings(call, request, body, about));
}
