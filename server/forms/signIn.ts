import type { RedirectRewrite } from '../gateway/forward/exchange.ts';
import type { Steps } from '../gateway/steps.ts';
import { redirectTarget } from '../gateway/redirects.ts';
import { pageUrl } from '../urls/paths.ts';
import { purposeOf } from '../urls/links.ts';
import { atService } from '../security/cookies/pageCookies.ts';
import { keepAddress, sessionOf } from './keepAddress.ts';
import type { FormOptions, FormVisit } from './visit.ts';
import { parseQuery } from '../http/requestHead.ts';

/** Returns what a page is for, which its URL says; undefined if the form was not on a page of the portal. */
function purposeIn(
  { request }: FormVisit,
  { portalUrl }: FormOptions,
): ReturnType<typeof purposeOf> | undefined {
  const page = URL.parse(request.headers.referer ?? '');
  return page?.origin === portalUrl
    ? purposeOf({}, { url: page.search, settings: { PORTAL_URL: portalUrl } })
    : undefined;
}

/**
 * Leads a form whose user has meanwhile signed in in another tab to a page that knows where to go on, and says why: Kratos only
 * redirects to the portal.
 */
export function whereSignedIn(
  visit: FormVisit,
  options: FormOptions,
  page: '/login' | '/recovery',
): RedirectRewrite {
  const { portalUrl, cookies } = options;
  const hadSession = cookies.session(visit.request.headers.cookie) !== undefined;
  const purpose = purposeIn(visit, options);
  return (answer) =>
    purpose &&
    hadSession &&
    !sessionOf(answer, cookies) &&
    redirectTarget(answer, portalUrl)?.href === `${portalUrl}/`
      ? { location: pageUrl(page, { ...purpose, already: purpose.login_challenge && 'true' }) }
      : undefined;
}

/**
 * Keeps the address and the purpose of a sign-in, which its page names: `return_to` and the application's request. Kratos
 * leaves the purpose out where it shows the form again. What somebody else typed into a sign-up, and left behind at another
 * service, is forgotten.
 */
export function signInSteps(visit: FormVisit, options: FormOptions): Steps {
  const flow = parseQuery(visit.call.query).get('flow') ?? '';
  const purpose = purposeIn(visit, options);
  const elsewhere = whereSignedIn(visit, options, '/login');
  const { cookie } = visit.request.headers;
  const { typedFields } = options;
  const left = typedFields.read(cookie, atService) && typedFields.forget(cookie);
  return {
    cookies: [keepAddress(visit, options), () => left],
    rewriteRedirect: (answer) =>
      purpose && redirectTarget(answer, options.portalUrl)?.href === `${options.portalUrl}/login?flow=${flow}`
        ? { location: pageUrl('/login', { ...purpose, flow }) }
        : elsewhere(answer),
  };
}
