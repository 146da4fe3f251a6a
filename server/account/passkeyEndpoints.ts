import type { RequestHandler } from 'express';
import { anchorOf } from '../../shared/flow/methods.ts';
import * as nodeGroup from '../../shared/flow/nodeGroup.ts';

const daySeconds = 24 * 60 * 60;

/** The path at which password managers look for the pages that create and manage passkeys. */
export const passkeyEndpointsPath = '/.well-known/passkey-endpoints';

/**
 * `GET /.well-known/passkey-endpoints`: points password managers to the passkeys section of the settings.
 *
 * @param portalUrl the portal's origin
 * @see https://www.w3.org/TR/passkey-endpoints/ A Well-Known URL for Relying Party Passkey Endpoints
 */
export function passkeyEndpoints(portalUrl: string): RequestHandler {
  const section = `${portalUrl}/settings#${anchorOf(nodeGroup.passkey)}`;
  return (_request, response) => {
    response.set('Cache-Control', `public, max-age=${daySeconds}`).json({ enroll: section, manage: section });
  };
}
