import type { Router } from 'express';
import { anchorOf } from '../../shared/flow/methods.ts';
import * as nodeGroup from '../../shared/flow/nodeGroup.ts';
import { exactRouter } from '../http/exactRouter.ts';
import { sectionPath } from '../urls/paths.ts';

const daySeconds = 24 * 60 * 60;

/**
 * Where password managers look for the page that changes a password, and for those that create and manage passkeys:
 * sections of the settings.
 *
 * @see https://www.w3.org/TR/change-password-url/ A Well-Known URL for Changing Passwords
 * @see https://www.w3.org/TR/passkey-endpoints/ A Well-Known URL for Relying Party Passkey Endpoints
 */
export function wellKnownPaths(portalUrl: string): Router {
  const router = exactRouter();
  router.get('/.well-known/change-password', (_request, response) => {
    response.redirect(303, sectionPath(anchorOf(nodeGroup.password)));
  });
  const passkeys = portalUrl + sectionPath(anchorOf(nodeGroup.passkey));
  router.get('/.well-known/passkey-endpoints', (_request, response) => {
    response
      .set('Cache-Control', `public, max-age=${daySeconds}`)
      .json({ enroll: passkeys, manage: passkeys });
  });
  return router;
}
