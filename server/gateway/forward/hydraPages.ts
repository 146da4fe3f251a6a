import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Operation } from '../../operations/catalogue.ts';
import { cspReportPath } from '../../security/csp/cspReports.ts';
import { changePolicy } from '../../security/csp/contentPolicy.ts';
import { acceptsHtml } from '../../http/requestHead.ts';
import { challengeOver } from '../../http/errors.ts';
import type { PortalError } from '../../http/PortalError.ts';

const badRequest = 400;
const serverError = 500;

/**
 * Returns the error to show instead of Hydra's JSON when a browser returns to a finished device sign-in, for example
 * with the back button from the consent. Hydra has an error page for all other requests.
 *
 * @returns undefined for an answer to forward
 */
export function deviceRefusal(
  { statusCode = 0 }: Pick<IncomingMessage, 'statusCode'>,
  { operation }: Pick<Operation, 'operation'>,
  accept: string | undefined,
): PortalError | undefined {
  if (operation !== 'performOAuth2DeviceVerificationFlow' || !acceptsHtml({ accept })) return undefined;
  return statusCode >= badRequest && statusCode < serverError ? challengeOver() : undefined;
}

/** `javascript:document.forms[0].submit()`, with which Hydra's page sends its form. */
const submitsForm = "'sha256-FRuPMoCm2v334i+3oP3jLBT4RnmwV1pycDQaxVXK4MY='";

const logoutPage = [
  "default-src 'none'",
  "script-src 'unsafe-inline'",
  "style-src 'unsafe-inline'",
  'frame-src https: http:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  // its script continues at a URL that the client has registered, which must not be a `javascript:` URL
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
  `report-uri ${cspReportPath}`,
].join(';');

/** The changes of the content security policy for Hydra's own pages, by the path of their operation. */
const changes = new Map<string, (policy: string) => string>([
  // posts the answer to the application (OAuth 2.0 Form Post Response Mode)
  [
    '/oauth2/auth',
    (policy) => policy.replace(/script-src [^;]*/, `script-src 'unsafe-hashes' ${submitsForm}`),
  ],
  // frames the logout pages of the applications (OpenID Connect Front-Channel Logout 1.0); its script and style differ from
  // answer to answer, so they have no hash
  ['/oauth2/sessions/logout', () => logoutPage],
]);

/** Relaxes the content security policy for the two pages that Hydra serves itself instead of a redirect. */
export function allowHydraPage(
  { statusCode, headers }: Pick<IncomingMessage, 'statusCode' | 'headers'>,
  response: ServerResponse,
  { upstream, path }: Pick<Operation, 'upstream' | 'path'>,
): void {
  if (upstream !== 'hydraPublic' || statusCode !== 200) return;
  const change = headers['content-type']?.startsWith('text/html') ? changes.get(path) : undefined;
  if (change) changePolicy(response, change);
}
