import { redirectTarget } from '../gateway/redirects.ts';
import type { Steps } from '../gateway/steps.ts';
import {
  bringsVerifier,
  queryWithoutVerifiers,
  restartedRequest,
} from '../security/cookies/restartedRequest.ts';
import type { FormOptions, FormVisit } from './visit.ts';

/** Hydra's errors about an answer that it can no longer use; its hints name the verifier that carried it. */
const isAnswerLost = (parameters: URLSearchParams): boolean =>
  ['request_forbidden', 'request_unauthorized'].includes(parameters.get('error') ?? '') ||
  (parameters.get('error') === 'access_denied' &&
    (parameters.get('error_description') ?? '').includes('verifier'));

/**
 * Begins an application's request again, once, if Hydra can no longer use the answer to it: because another tab has begun
 * or answered one meanwhile, or the page has been answered twice.
 */
export function authorizeSteps(
  { call: { path, query }, request }: FormVisit,
  { portalUrl }: FormOptions,
): Steps {
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
