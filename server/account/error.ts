import { fieldsOf, textIn, type Fields } from '../../shared/fields.ts';
import { cookiesNeeded, errorCause } from '../../shared/flow/errorCause.ts';
import { csrfViolation } from '../../shared/flow/errorId.ts';
import { flowErrorNotFound } from '../http/errors.ts';
import type { BrowserCookies } from '../security/cookies/browserCookies.ts';
import { canStartAgain, isOauth2Error, oauth2Error } from './oauth2Error.ts';
import type { Loader } from '../pages/loader.ts';
import { linkOver } from '../urls/links.ts';
import { frontendRequests } from '../upstreams/requests.ts';
import { requireAnswer } from '../pages/requireAnswer.ts';

/** Fields that are never shown: a provider in development mode adds a debug text and a stack trace. */
const internalFields = new Set(['debug', 'stack_trace']);

const withoutInternals = (error: Fields): Fields =>
  Object.fromEntries(Object.entries(error).filter(([name]) => !internalFields.has(name)));

/** Returns an error's code if it is an HTTP error status; otherwise 500. */
function errorStatus(code: unknown): number {
  const status = typeof code === 'string' ? Number(code) : code;
  return typeof status === 'number' && Number.isInteger(status) && status >= 400 && status < 600
    ? status
    : 500;
}

/** The flows that mailed links belong to. */
const linkedFlows = ['recovery', 'verification'] as const;

/**
 * `GET /error?id=…`: an error that Kratos has stored and redirected the browser for; `GET /error?error=…`: an OAuth2
 * error, from Hydra.
 * A form of the settings that failed because somebody else has signed in meanwhile leads back there.
 */
export const error =
  ({ askingApplication, formerAccount }: BrowserCookies): Loader =>
  async ({ query, kratos, referrer, cookie, visitor }) => {
    const application = askingApplication.read(cookie);
    const again = application && { application };
    const ownUrl = referrer ?? '/';
    const clientUrl = application?.url ?? ownUrl;
    // the errors shown here belong to a request that is over, so its application has to start again
    const retryUrl = application?.requestUrl ?? referrer ?? '/login';
    const id = query.get('id') ?? '';
    if (id === '' && isOauth2Error(query)) {
      const shown = oauth2Error(query);
      const props = { error: shown, backUrl: clientUrl, retryUrl, ...(canStartAgain(shown) && again) };
      return { status: shown.code, page: { name: 'error', props } };
    }
    const answer = await kratos.answer(frontendRequests.getFlowError(id));
    const { status, body } = requireAnswer(answer);
    if (status !== 200) throw flowErrorNotFound();

    const details = withoutInternals(fieldsOf(fieldsOf(body).error));
    const reason = textIn(details.reason) ?? textIn(details.message);
    const former = formerAccount.read(cookie);
    const who = former === undefined ? undefined : await visitor();
    if (who?.kind === 'signedIn' && former?.id !== who.session.identity?.id) return { redirect: '/settings' };
    const link = linkedFlows.find((kind) => kind === query.get('link'));
    const cause = errorCause(reason);
    if (link && cause === 'start_again') return { redirect: linkOver(link) };
    // Kratos reports a login challenge that has expired or was already used as a 500
    const isChallengeOver = cause === 'login_challenge';
    // likewise a code that the social provider refuses, such as one that the browser brought back twice
    const isCodeRefused = reason?.startsWith('oauth2: "') === true;
    const code = isChallengeOver || isCodeRefused ? 400 : errorStatus(details.code);
    const blocked = details.id === csrfViolation && cookie === undefined;
    const shown = {
      code,
      ...(isChallengeOver && { title: 'error.title.oauth2', cause: 'login_challenge' }),
      ...(isCodeRefused && { cause: 'social' }),
      ...(reason && { reason }),
      ...(blocked && { cause: cookiesNeeded }),
      details,
    };
    const props = { error: shown, backUrl: isChallengeOver ? clientUrl : ownUrl, retryUrl, ...again };
    return { status: code, page: { name: 'error', props } };
  };
