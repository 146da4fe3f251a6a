import type { AnswerHead } from '../gateway/forward/exchange.ts';
import { redirectTarget } from '../gateway/redirects.ts';
import type { Steps } from '../gateway/steps.ts';
import { forgetAddresses } from '../security/cookies/browserCookies.ts';
import { justSignedOut } from '../security/cookies/notices.ts';
import type { FormOptions, FormVisit } from './visit.ts';

/** Whether the provider has ended the session: a browser with a different session is sent to the error page. */
const hasEnded = ({ statusCode, headers: { location = '' } }: AnswerHead): boolean =>
  statusCode === 204 || (statusCode === 303 && !location.includes('/error?'));

/** Deletes the browser's remembered addresses if the provider itself ends the session, like `POST /logout`. */
export const logoutSteps = ({ request }: FormVisit, options: FormOptions): Steps => ({
  cookies: forgetAddresses(request.headers.cookie, options).map(
    (line) => (answer) => (hasEnded(answer) ? line : undefined),
  ),
});

/** Makes the sign-in page say 'You are signed out.' after a logout at Hydra without a session. */
export function logoutAtHydraSteps({ request }: FormVisit, { cookies, portalUrl }: FormOptions): Steps {
  if (cookies.session(request.headers.cookie) !== undefined) return {};
  const signIn = `${portalUrl}/login`;
  return {
    cookies: [
      (answer) =>
        redirectTarget(answer, portalUrl)?.href === signIn ? justSignedOut.set(portalUrl) : undefined,
    ],
  };
}
