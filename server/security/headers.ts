import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestHandler } from 'express';
import helmet from 'helmet';

/** The nonce that this answer's scripts must carry. */
export const nonceOf = (response: ServerResponse): string =>
  (response as { cspNonce?: string }).cspNonce ?? '';

/**
 * Security headers for every answer, with a nonce of its own for each.
 *
 * There is no `form-action`: browsers apply it to the redirects that follow a post as well, and signing in with a social
 * account or for an OAuth2 client ends on another origin, or in an app's own URL scheme.
 *
 * @param options.secure whether the portal is served on https, where plain http is then ruled out
 * @param options.connect origins beside the portal's own that its pages call
 */
export function securityHeaders({
  secure,
  connect,
}: {
  secure: boolean;
  connect: string[];
}): RequestHandler[] {
  const nonce = (_request: IncomingMessage, response: ServerResponse): string =>
    `'nonce-${nonceOf(response)}'`;
  return [
    (_request, response, next) => {
      (response as { cspNonce?: string }).cspNonce = randomBytes(16).toString('base64');
      next();
    },
    helmet({
      contentSecurityPolicy: {
        useDefaults: false,
        directives: {
          'default-src': ["'none'"],
          'script-src': ["'self'", nonce],
          'style-src': ["'self'"],
          'font-src': ["'self'"],
          'img-src': ["'self'", 'data:'],
          'connect-src': ["'self'", ...connect],
          'manifest-src': ["'self'"],
          'base-uri': ["'none'"],
          'frame-ancestors': ["'none'"],
          ...(secure ? { 'upgrade-insecure-requests': [] } : {}),
        },
      },
      // 'no-referrer' would make browsers send `Origin: null` with the portal's own posts
      referrerPolicy: { policy: 'same-origin' },
      strictTransportSecurity: secure ? { maxAge: 63_072_000, includeSubDomains: false } : false,
      xFrameOptions: { action: 'deny' },
    }),
  ];
}
