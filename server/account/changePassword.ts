import type { RequestHandler } from 'express';
import { anchorOf } from '../../shared/flow/methods.ts';
import * as nodeGroup from '../../shared/flow/nodeGroup.ts';
import { sectionPath } from './privilegedSession.ts';

/** The path at which password managers look for the page that changes a password. */
export const changePasswordPath = '/.well-known/change-password';

/**
 * `GET /.well-known/change-password`: redirects password managers to the password section of the settings. Kratos
 * itself has no such page.
 *
 * @see https://www.w3.org/TR/change-password-url/ A Well-Known URL for Changing Passwords
 */
export const changePassword: RequestHandler = (_request, response) => {
  response.redirect(303, sectionPath(anchorOf(nodeGroup.password)));
};
