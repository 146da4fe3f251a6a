import type { OperationName } from '../operations/catalogue.ts';
import type { PageSteps, Steps } from '../gateway/steps.ts';
import { authorizeSteps } from './authorize.ts';
import { formIn } from './formIn.ts';
import { keepAddress } from './keepAddress.ts';
import { logoutAtHydraSteps, logoutSteps } from './logout.ts';
import { mailedLinkSteps } from './mailedLinks.ts';
import { inUsableFlow, noteAwaited, noteResent } from './newCode.ts';
import { rewriteForm } from './rewriteForm.ts';
import { resumedChange, resumedSettings, settingsSteps } from './settings.ts';
import { signInSteps, whereSignedIn } from './signIn.ts';
import { endOfSignUp, signUpSteps } from './signUp.ts';
import type { FormOptions, FormVisit } from './visit.ts';

type StepsOf = (visit: FormVisit, options: FormOptions) => Steps | undefined | Promise<Steps | undefined>;

/** A browser comes back from a social provider after a sign-in, a sign-up, or to confirm or make a change. */
const socialReturn: StepsOf = (visit, options) => {
  const end = endOfSignUp(visit, options);
  const change = resumedChange(visit, options);
  return { ...change, ...end, cookies: [...(change.cookies ?? []), ...(end.cookies ?? [])] };
};

const addressSteps: StepsOf = (visit, options) => ({ cookies: [keepAddress(visit, options)] });

const recoverySteps: StepsOf = (visit, options) => ({
  cookies: [keepAddress(visit, options)],
  rewriteRedirect: whereSignedIn(visit, options, '/recovery'),
});

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
    const cookies = [...(steps.cookies ?? []), noteResent(visit, options), noteAwaited(visit, options)];
    return { ...steps, call, cookies, body: await rewriteForm(visit, options.readFormFlow) };
  };
