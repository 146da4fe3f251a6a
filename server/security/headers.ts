import { randomFillSync } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { RequestHandler } from 'express';
import helmet from 'helmet';
import { startingHeaders } from '../startingHeaders.ts';

/** The nonce that this answer's scripts must carry. */
export const nonceOf = (response: ServerResponse): string =>
  (response as { cspNonce?: string }).cspNonce ?? '';

/** Stands for the nonce in the headers that are made once. */
const placeholder = '{nonce}';

/** Bytes of a nonce (CSP Level 3, section 6.7.3.1 wants 128 bits), and how many nonces are drawn at once. */
const nonceBytes = 16;
const noncesAtOnce = 256;
const drawn = Buffer.alloc(nonceBytes * noncesAtOnce);
let used = drawn.length;

function newNonce(): string {
  if (used === drawn.length) {
    randomFillSync(drawn);
    used = 0;
  }
  used += nonceBytes;
  return drawn.toString('base64', used - nonceBytes, used);
}

/** What a middleware sets on every answer, as long as it does not look at the request: it is asked once. */
function headersOf(middleware: ReturnType<typeof helmet>): [name: string, value: string][] {
  const headers: [name: string, value: string][] = [];
  const response = {
    setHeader: (name: string, value: string) => headers.push([name, value]),
    removeHeader: () => undefined,
  };
  middleware(undefined as never, response as never, () => undefined);
  return headers;
}

/**
 * Security headers for every answer, with a nonce of its own for each.
 *
 * There is no `form-action`: browsers apply it to the redirects that follow a post as well, and signing in with a social
 * account or for an OAuth2 client ends on another origin, or in an app's own URL scheme.
 *
 * @param options.secure whether the portal is served on https, where plain http is then ruled out
 * @param options.connect origins beside the portal's own that its pages call
 */
export function securityHeaders({ secure, connect }: { secure: boolean; connect: string[] }): RequestHandler {
  const headers = headersOf(
    helmet({
      contentSecurityPolicy: {
        useDefaults: false,
        directives: {
          'default-src': ["'none'"],
          'script-src': ["'self'", `'nonce-${placeholder}'`],
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
  );
  const policies = headers.filter(([, value]) => value.includes(placeholder));
  const others = headers.filter(([, value]) => !value.includes(placeholder)).flat();
  return (_request, response, next) => {
    const nonce = newNonce();
    (response as { cspNonce?: string }).cspNonce = nonce;
    const starting = startingHeaders(response);
    starting.push(...others);
    for (const [name, value] of policies) starting.push(name, value.replace(placeholder, nonce));
    next();
  };
}
