import { type Fields, fieldsOf, textIn } from '../../shared/fields.ts';
import { cookiesNeeded, errorCause } from '../../shared/flow/errorCause.ts';
import { csrfViolation } from '../../shared/flow/errorId.ts';
import { flowErrorNotFound } from '../http/errors.ts';
import type { BrowserCookies } from '../security/cookies/browserCookies.ts';
import type { Loader } from '../pages/loader.ts';
import { linkOver } from '../urls/links.ts';
import { settingsFromTop } from '../urls/paths.ts';
import { frontendRequests } from '../upstreams/requests.ts';
import { isSomebodyElse } from '../upstreams/session.ts';
import { requireAnswer } from '../upstreams/upstreamErrors.ts';
import { flowKinds, type ErrorDetails } from '../../shared/page.ts';
import { justRefused } from '../security/cookies/notices.ts';
import { plainText } from '../../shared/plainText.ts';

/**
 * The remedy for an OAuth2 error, from the user's view; its text is the catalogue's `error.reason.oauth2.<cause>`.
 */
type Cause = 'denied' | 'application' | 'sign_in' | 'later' | 'other';

/** The codes of RFC 6749 (section 4.1.2.1), OpenID Connect Core (section 3.1.2.6), and Hydra's own. */
const causes = new Map<string, Cause>([
  ['access_denied', 'denied'],
  ['invalid_client', 'application'],
  ['invalid_request', 'application'],
  ['invalid_request_object', 'application'],
  ['invalid_request_uri', 'application'],
  ['invalid_scope', 'application'],
  ['invalid_state', 'application'],
  ['registration_not_supported', 'application'],
  ['request_not_supported', 'application'],
  ['request_uri_not_supported', 'application'],
  ['unauthorized_client', 'application'],
  ['unsupported_response_mode', 'application'],
  ['unsupported_response_type', 'application'],
  ['account_selection_required', 'sign_in'],
  ['consent_required', 'sign_in'],
  ['interaction_required', 'sign_in'],
  ['login_required', 'sign_in'],
  ['server_error', 'later'],
  ['temporarily_unavailable', 'later'],
]);

/** The parameters that the details box shows: not `error_debug`, which a provider in development mode adds. */
const shown = ['error', 'error_description', 'error_hint'];

/** Whether a query has any of the parameters with which Hydra reports an error. */
const isOauth2Error = (query: URLSearchParams): boolean => shown.some((name) => query.has(name));

/** Whether the same request could succeed: not if the application asked for something impossible. */
const canStartAgain = ({ cause }: ErrorDetails): boolean => cause !== 'oauth2.application';

/**
 * An OAuth2 error that Hydra redirects the browser here with (its `urls.error`). Anybody can craft such a URL, so its
 * texts never appear as the portal's own words: they are in the closed details, shortened.
 *
 * @param query the page's query: `error`, `error_description` and `error_hint`
 */
export function oauth2Error(query: URLSearchParams): ErrorDetails {
  const given = shown.map((name) => [name, plainText(query.get(name) ?? '')] as const);
  return {
    code: 400,
    title: 'error.title.oauth2',
    cause: `oauth2.${causes.get(query.get('error') ?? '') ?? 'other'}`,
    details: Object.fromEntries(given.filter(([, value]) => value !== '')),
  };
}

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

/** Whether a page has the form of a flow. */
const isFlowPage = ({ pathname }: URL): boolean => flowKinds.some((kind) => pathname === `/${kind}`);

/** The flows that mailed links belong to. */
const linkedFlows = ['recovery', 'verification'] as const;

/**
 * `GET /error?id=…`: an error that Kratos has stored and redirected the browser for; `GET /error?error=…`: an OAuth2
 * error, from Hydra.
 * A form of the settings that failed because somebody else has signed in meanwhile leads back there, and one that was only out
 * of date to itself.
 */
export const error =
  ({ askingApplication, formerAccount }: BrowserCookies): Loader =>
  async ({ query, kratos, referrer, cookie, visitor, settings: { PORTAL_URL } }) => {
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
    if (former && isSomebodyElse(await visitor(), former)) return { redirect: settingsFromTop };
    const form = query.get('flow');
    const page = URL.parse(referrer ?? '', PORTAL_URL);
    if (details.id === csrfViolation && cookie !== undefined && form !== null && page && isFlowPage(page)) {
      page.searchParams.set('flow', form);
      return { redirect: page.pathname + page.search, setCookie: [justRefused.set(PORTAL_URL)] };
    }
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
