import { fieldsOf, textIn } from '../../shared/fields.ts';
import { verificationCodeWrong } from '../../shared/flow/messageId.ts';
import { jsonIn } from '../http/jsonIn.ts';
import { pageUrl } from '../urls/paths.ts';
import type { OperationName } from '../operations/catalogue.ts';
import type { AnswerHead, RedirectRewrite } from '../gateway/forward/exchange.ts';
import type { PageSteps, Steps } from '../gateway/steps.ts';
import { formIn, type FormOptions, type FormVisit, type StepsOf } from './visit.ts';
import { hasEnded, recordEnded, recordTried, says } from './history.ts';
import { keepAddress, noteRecovered } from './keepAddress.ts';
import { inLaterFlow, inUsableFlow, noteAwaited, noteResent } from './newCode.ts';
import { oauth2Steps } from './oauth2.ts';
import { rewriteForm } from './rewriteForm.ts';
import { resumedChange, resumedSettings, settingsSteps } from './settings.ts';
import { signInSteps, whereSignedIn } from './signIn.ts';
import { endOfSignUp, signUpSteps } from './signUp.ts';
import { isRedirect, leadingScript, redirectTarget } from '../gateway/redirects.ts';
import { forgetAddresses } from '../security/cookies/browserCookies.ts';
import { linkOpened } from '../security/cookies/notices.ts';
import { parseQuery } from '../http/requestHead.ts';

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

/** Names the form to the error page, which leads back to it if it was only out of date. */
function namingForm(
  { form }: FormVisit,
  answer: AnswerHead,
  { portalUrl }: FormOptions,
): ReturnType<RedirectRewrite> {
  const url = redirectTarget(answer, portalUrl);
  if (!form || url?.origin !== portalUrl || url.pathname !== '/error') return undefined;
  url.searchParams.set('flow', form.flow);
  return { location: url.href };
}

/** A browser comes back from a social provider after a sign-in, a sign-up, or to confirm or make a change. */
const socialReturn: StepsOf = (visit, options) => {
  const end = endOfSignUp(visit, options);
  const change = resumedChange(visit, options);
  return { ...change, ...end, cookies: [...(change.cookies ?? []), ...(end.cookies ?? [])] };
};

/** In a browser that has not begun the verification, the portal's server says what a refused code means there. */
const verificationSteps: StepsOf = (visit, options) => {
  const { cookie } = visit.request.headers;
  const here = [options.signUp.read(cookie)?.flow, options.awaitedCode.read(cookie)?.flow];
  const { flow = '' } = visit.form ?? {};
  return {
    cookies: [keepAddress(visit, options)],
    readAnswer: here.includes(flow)
      ? undefined
      : (answer) =>
          says(jsonIn(answer.body), new Set([verificationCodeWrong]))
            ? leadingScript(answer, options.portalUrl + pageUrl('/verification', { flow }))
            : answer,
  };
};

const recoverySteps: StepsOf = (visit, options) => ({
  cookies: [keepAddress(visit, options), ...noteRecovered(visit, options)],
  ...whereSignedIn(visit, options, '/recovery'),
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
  updateVerificationFlow: verificationSteps,
  followRecoveryLink: mailedLinkSteps('recovery'),
  followVerificationLink: mailedLinkSteps('verification'),
  updateSettingsFlow: settingsSteps,
  resumeSettingsFlow: resumedSettings,
  updateLogoutFlow: logoutSteps,
  performNativeLogout: appLogoutSteps,
  disableMySession: endSessionSteps,
  disableMyOtherSessions: endSessionSteps,
  ...oauth2Steps,
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
    const reading = [inLaterFlow(visit, options), recordTried(visit, options), steps.readAnswer].filter(
      (read) => read !== undefined,
    );
    const readAnswer: Steps['readAnswer'] = async (answer) => {
      let read = answer;
      for (const next of reading) read = await next(read);
      return read;
    };
    const rewriteRedirect: Steps['rewriteRedirect'] = (answer) =>
      steps.rewriteRedirect?.(answer) ?? namingForm(visit, answer, options);
    const cookies = [...(steps.cookies ?? []), noteResent(visit, options), noteAwaited(visit, options)];
    const body = steps.body ?? (await rewriteForm(visit, options.readFormFlow));
    return {
      ...steps,
      ...(reading.length > 0 && { readAnswer }),
      rewriteRedirect,
      call: steps.call ?? call,
      cookies,
      body,
    };
  };
