import type { RequestHandler, Router } from 'express';
import { anchorOf } from '../../shared/flow/methods.ts';
import * as nodeGroup from '../../shared/flow/nodeGroup.ts';
import { exactRouter } from '../http/exactRouter.ts';
import type { Settings } from '../settings/config.ts';
import { sectionPath } from '../urls/paths.ts';

const daySeconds = 24 * 60 * 60;

/** How long a security.txt is valid, in milliseconds: RFC 9116 recommends less than a year. */
const validMs = 90 * daySeconds * 1000;

const forADay: RequestHandler = (_request, response, next) => {
  response.set('Cache-Control', `public, max-age=${daySeconds}`);
  next();
};

/** Returns the security.txt (RFC 9116). @param contacts the preferred one first */
const securityText = (contacts: readonly string[], url: string): string =>
  [
    ...contacts.map((contact) => `Contact: ${contact}`),
    `Expires: ${new Date(Date.now() + validMs).toISOString()}`,
    `Canonical: ${url}`,
    '',
  ].join('\n');

/**
 * What programs look for at a known place: password managers the page that changes a password and those that create and manage
 * passkeys, sections of the settings; browsers the other origins at which passkeys work; and security researchers whom to tell.
 *
 * @see https://www.w3.org/TR/change-password-url/ A Well-Known URL for Changing Passwords
 * @see https://www.w3.org/TR/passkey-endpoints/ A Well-Known URL for Relying Party Passkey Endpoints
 * @see https://www.w3.org/TR/webauthn-3/#sctn-related-origins Using WebAuthn across related origins
 */
export function wellKnownPaths({
  PORTAL_URL: portalUrl,
  SECURITY_CONTACT: contacts,
  WEBAUTHN_ORIGINS: origins,
}: Pick<Settings, 'PORTAL_URL' | 'SECURITY_CONTACT' | 'WEBAUTHN_ORIGINS'>): Router {
  const router = exactRouter();
  router.get('/.well-known/change-password', (_request, response) => {
    response.redirect(303, sectionPath(anchorOf(nodeGroup.password)));
  });
  const passkeys = portalUrl + sectionPath(anchorOf(nodeGroup.passkey));
  router.get('/.well-known/passkey-endpoints', forADay, (_request, response) => {
    response.json({ enroll: passkeys, manage: passkeys });
  });
  if (origins.length > 0)
    router.get('/.well-known/webauthn', forADay, (_request, response) => {
      response.json({ origins });
    });
  const security = '/.well-known/security.txt';
  if (contacts.length > 0)
    router.get(security, forADay, (_request, response) => {
      response.type('text/plain').send(securityText(contacts, portalUrl + security));
    });
  return router;
}
