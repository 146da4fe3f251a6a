import { randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { RequestHandler } from 'express';
import helmet from 'helmet';
import type { Settings } from '../../settings/config.ts';
import { cspReportPath } from './cspReports.ts';

/** The nonce that this answer's scripts must carry. */
export const nonceOf = (response: ServerResponse): string =>
  (response as { cspNonce?: string }).cspNonce ?? '';

/** Bytes of a nonce: CSP Level 3, section 6.7.3.1 asks for 128 bits. */
const nonceBytes = 16;

interface HeaderOptions {
  /** Whether the portal is served on https, which then forbids plain http. */
  secure: boolean;
  /** The hosts that Strict-Transport-Security covers. */
  hsts: Settings['HSTS'];
  /** The identity service's origins, if not the portal's own: for calls and scripts. */
  identityService: string[];
}

/** How long browsers insist on https, in seconds: two years. */
const hstsSeconds = 63_072_000;

/** Strict-Transport-Security (RFC 6797, section 6.1), which must not be sent over plain http (section 7.2). */
const strictTransport = ({ secure, hsts }: HeaderOptions) =>
  secure &&
  hsts !== 'off' && {
    maxAge: hstsSeconds,
    includeSubDomains: hsts !== 'host',
  };

/**
 * Sets the security headers of every answer, with a new nonce for each.
 *
 * There is no `form-action`: browsers apply it to the redirects that follow a post as well, and signing in with a social
 * account or for an OAuth2 client ends on another origin, or in an app's own URL scheme.
 *
 * Violations are reported to the portal itself. Browsers with the Reporting API ignore `report-uri`, and report to
 * https only, so plain http gets only `report-uri`.
 */
export function securityHeaders(options: HeaderOptions): RequestHandler {
  const { secure, identityService } = options;
  const setHeaders = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'none'"],
        'script-src': ["'self'", (_request, response) => `'nonce-${nonceOf(response)}'`, ...identityService],
        'style-src': ["'self'"],
        'font-src': ["'self'"],
        'img-src': ["'self'", 'data:'],
        'connect-src': ["'self'", ...identityService],
        'manifest-src': ["'self'"],
        'base-uri': ["'none'"],
        'frame-ancestors': ["'none'"],
        'require-trusted-types-for': ["'script'"],
        'trusted-types': ["'none'"],
        'report-uri': [cspReportPath],
        ...(secure && { 'upgrade-insecure-requests': [], 'report-to': ['csp'] }),
      },
    },
    // 'no-referrer' would make browsers send `Origin: null` with the portal's own posts
    referrerPolicy: { policy: 'same-origin' },
    strictTransportSecurity: strictTransport(options),
    xFrameOptions: { action: 'deny' },
  });
  return (request, response, next) => {
    (response as { cspNonce?: string }).cspNonce = randomBytes(nonceBytes).toString('base64');
    if (secure) response.setHeader('Reporting-Endpoints', `csp="${cspReportPath}"`);
    setHeaders(request, response, next);
  };
}
