import type { Request, RequestHandler } from 'express';
import { fieldsOf, textIn } from '../../shared/fields.ts';
import { challengeOver, malformedRequest } from '../http/errors.ts';
import { pageUrl } from '../urls/paths.ts';
import { requireHydra, urlAfter, type OAuth2Options } from './hydra.ts';
import { isForDevice } from './requestUrl.ts';

/** The path that the form posts to. */
export const cancelPath = '/login/cancel';

const challengeIn = ({ body }: Request): string | undefined => textIn(fieldsOf(body).login_challenge);

/** Returns the URL of the page whose form a request submits. */
export const cancelPage = (request: Request): string =>
  pageUrl('/login', { login_challenge: challengeIn(request) });

/** The error that the application gets (RFC 6749, section 4.1.2.1). */
const refusal = { error: 'access_denied', error_description: 'The user does not want to sign in.' };

/**
 * `POST /login/cancel`: refuses an application's sign-in request, and redirects back to the application.
 *
 * @throws PortalError 410 when the challenge is over, 502 or 504 when the provider gives no usable answer
 */
export const postCancel =
  ({ hydra }: OAuth2Options): RequestHandler =>
  async (request, response) => {
    const { challenges } = requireHydra(hydra);
    const challenge = challengeIn(request);
    if (challenge === undefined) throw malformedRequest();
    const found = await challenges.login(challenge);
    if ('over' in found) throw challengeOver();
    if ('redirectTo' in found) {
      response.redirect(303, found.redirectTo);
      return;
    }
    const next = urlAfter(await challenges.rejectLogin(challenge, refusal));
    // a device has no page to return to: Hydra would answer with JSON
    response.redirect(303, isForDevice(found.request) ? '/device/denied' : next);
  };
