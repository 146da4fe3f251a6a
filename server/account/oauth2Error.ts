import type { ErrorDetails } from '../../shared/page.ts';
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
export const isOauth2Error = (query: URLSearchParams): boolean => shown.some((name) => query.has(name));

/** Whether the same request could succeed: not if the application asked for something impossible. */
export const canStartAgain = ({ cause }: ErrorDetails): boolean => cause !== 'oauth2.application';

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
