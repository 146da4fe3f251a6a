import { fieldsOf, textIn } from '../../shared/fields.ts';
import type { OperationName } from '../operations/catalogue.ts';
import type { PageSteps, Steps } from '../gateway/steps.ts';
import { formIn, type FormOptions, type FormVisit } from './visit.ts';
import { hasEnded, recordEnded, recordTried } from './history.ts';
import { keepAddress, noteRecovered } from './keepAddress.ts';
import { inUsableFlow, noteAwaited, noteResent } from './newCode.ts';
import { rewriteForm } from './rewriteForm.ts';
import { resumedChange, resumedSettings, settingsSteps } from './settings.ts';
import { signInSteps, whereSignedIn } from './signIn.ts';
import { endOfSignUp, signUpSteps } from './signUp.ts';
import { isRedirect, redirectTarget } from '../gateway/redirects.ts';
import { forgetAddresses } from '../security/cookies/browserCookies.ts';
import { justSignedOut, linkOpened } from '../security/cookies/notices.ts';
import { parseQuery } from '../http/requestHead.ts';
import {
  bringsVerifier,
  queryWithoutVerifiers,
  restartedRequest,
} from '../security/cookies/restartedRequest.ts';

/** Deletes the browser's remembered addresses if the provider itself ends the session, like `POST /logout`. */
async function logoutSteps(visit: FormVisit, options: FormOptions): Promise<Steps> {
  await recordEnded(visit, options, 'signedOut');
  return {
    cookies: forgetAddresses(visit.request.headers.cookie, options).map(
      (line) =>
        ({ statusCode, headers: { location } }) =>
          hasEnded(statusCode, location) ? line : undefined,
    ),
  };
}

/** Makes the sign-in page say 'You are signed out.' after a logout at Hydra without a session. */
function logoutAtHydraSteps({ request }: FormVisit, { cookies, portalUrl }: FormOptions): Steps {
  if (cookies.session(request.headers.cookie) !== undefined) return {};
  const signIn = `${portalUrl}/login`;
  return {
    cookies: [
      (answer) =>
        redirectTarget(answer, portalUrl)?.href === signIn ? justSignedOut.set(portalUrl) : undefined,
    ],
  };
}

/**
 * Tells the error page which kind of mailed link failed, so that it can start that flow again; and the page of a
 * verification that a link was opened, because Kratos fills its code into the form and leaves the error of an earlier code
 * there.
 *
 * @param page the page of the link's flow
 */
const mailedLinkSteps =
  (page: 'recovery' | 'verification') =>
  ({ call: { query } }: FormVisit, { portalUrl }: FormOptions): Steps => {
    const isOpened = page === 'verification' && Boolean(parseQuery(query).get('code'));
    return {
      cookies: [
        isOpened ? (answer) => (isRedirect(answer) ? linkOpened.set(portalUrl) : undefined) : undefined,
      ],
      rewriteRedirect: (answer) => {
        const url = redirectTarget(answer, portalUrl);
        if (url?.origin !== portalUrl || url.pathname !== '/error') return undefined;
        url.searchParams.set('link', page);
        return { location: url.href };
      },
    };
  };

/** Hydra's errors about an answer that it can no longer use; its hints name the verifier that carried it. */
const isAnswerLost = (parameters: URLSearchParams): boolean =>
  ['request_forbidden', 'request_unauthorized'].includes(parameters.get('error') ?? '') ||
  (parameters.get('error') === 'access_denied' &&
    (parameters.get('error_description') ?? '').includes('verifier'));

/**
 * Begins an application's request again, once, if Hydra can no longer use the answer to it: because another tab has begun
 * or answered one meanwhile, or the page has been answered twice.
 */
function authorizeSteps({ call: { path, query }, request }: FormVisit, { portalUrl }: FormOptions): Steps {
  if (!bringsVerifier(query) || restartedRequest.isIn(request.headers.cookie, query, portalUrl)) return {};
  return {
    rewriteRedirect: (answer) => {
      const url = redirectTarget(answer, portalUrl);
      if (!url || !isAnswerLost(url.searchParams)) return undefined;
      return {
        location: `${path}?${queryWithoutVerifiers(query)}`,
        setCookie: restartedRequest.keep(query, portalUrl),
      };
    },
  };
}

type StepsOf = (visit: FormVisit, options: FormOptions) => Steps | undefined | Promise<Steps | undefined>;

/** A browser comes back from a social provider after a sign-in, a sign-up, or to confirm or make a change. */
const socialReturn: StepsOf = (visit, options) => {
  const end = endOfSignUp(visit, options);
  const change = resumedChange(visit, options);
  return { ...change, ...end, cookies: [...(change.cookies ?? []), ...(end.cookies ?? [])] };
};

const addressSteps: StepsOf = (visit, options) => ({ cookies: [keepAddress(visit, options)] });

const recoverySteps: StepsOf = (visit, options) => ({
  cookies: [keepAddress(visit, options), ...noteRecovered(visit, options)],
  rewriteRedirect: whereSignedIn(visit, options, '/recovery'),
});

const endSessionSteps: StepsOf = async (visit, options) => {
  await recordEnded(visit, options, 'sessionsEnded');
  return {};
};

/** An app signs out: its body has the token of its session. */
const appLogoutSteps: StepsOf = async (visit, options) => {
  const token = textIn(fieldsOf(visit.submission?.json).session_token);
  if (token !== undefined) await recordEnded(visit, options, 'signedOut', { 'x-session-token': token });
  return {};
};

/** The steps of each operation that pages call; others have none. */
const stepsOf: Partial<Record<OperationName, StepsOf>> = {
  updateLoginFlow: signInSteps,
  updateRegistrationFlow: signUpSteps,
  returnFromProvider: socialReturn,
  returnFromNamedProvider: socialReturn,
  postFromNamedProvider: socialReturn,
  returnFromOrganizationProvider: endOfSignUp,
  postFromOrganizationProvider: endOfSignUp,
  updateRecoveryFlow: recoverySteps,
  updateVerificationFlow: addressSteps,
  followRecoveryLink: mailedLinkSteps('recovery'),
  followVerificationLink: mailedLinkSteps('verification'),
  updateSettingsFlow: settingsSteps,
  resumeSettingsFlow: resumedSettings,
  updateLogoutFlow: logoutSteps,
  performNativeLogout: appLogoutSteps,
  disableMySession: endSessionSteps,
  disableMyOtherSessions: endSessionSteps,
  oAuth2Authorize: authorizeSteps,
  revokeOidcSession: logoutAtHydraSteps,
};

/**
 * Creates what pages do before and after the calls that they make: a form without scripts is completed and sent like a
 * script's, what was typed and changed is kept for the page that follows, and the provider's redirects are completed. With
 * scripts, `client/flow/answer/nextUrl.ts` completes them.
 */
export const createPageSteps =
  (options: FormOptions): PageSteps =>
  async (given) => {
    const visit = await inUsableFlow({ ...given, form: formIn(given) }, options);
    if (!visit) return undefined;
    const { call } = visit;
    const begin = stepsOf[call.operation.operation];
    const steps = begin ? await begin(visit, options) : {};
    if (!steps) return undefined;
    const readAnswer = recordTried(visit, options) ?? steps.readAnswer;
    const cookies = [...(steps.cookies ?? []), noteResent(visit, options), noteAwaited(visit, options)];
    return { ...steps, readAnswer, call, cookies, body: await rewriteForm(visit, options.readFormFlow) };
  };
