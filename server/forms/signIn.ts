import { classify } from '../../shared/flow/classify.ts';
import type { Steps } from '../gateway/steps.ts';
import { leadingScript, redirectTarget } from '../gateway/redirects.ts';
import { jsonIn } from '../http/jsonIn.ts';
import { pageUrl } from '../urls/paths.ts';
import { purposeOf } from '../urls/links.ts';
import { atService } from '../security/cookies/pageCookies.ts';
import { addressIn, keepAddress, sessionOf } from './keepAddress.ts';
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

/** Whether a browser has signed in to the account that a form is for. */
function isSignedInAs(
  { call, form, request }: FormVisit,
  { flowAddress, lastAddress }: FormOptions,
  session: string,
): boolean {
  const { cookie } = request.headers;
  const typed = addressIn(call.operation.submits, form)?.toLowerCase();
  const address = flowAddress.read(cookie, session) ?? lastAddress.read(cookie);
  return typed !== undefined && address?.toLowerCase() === typed;
}

/**
 * Leads a form whose user has meanwhile signed in in another tab to a page that knows where to go on, and says why, unless it is
 * the account of the form: Kratos only redirects to the portal.
 */
export function whereSignedIn(
  visit: FormVisit,
  options: FormOptions,
  page: '/login' | '/recovery',
): Pick<Steps, 'rewriteRedirect' | 'readAnswer'> {
  const { portalUrl, cookies } = options;
  const session = cookies.session(visit.request.headers.cookie);
  const purpose = purposeIn(visit, options);
  const { submits: kind } = visit.call.operation;
  if (session === undefined || !purpose || !kind) return {};
  const isSame = page === '/login' && isSignedInAs(visit, options, session);
  const leadsOn = Object.values(purpose).some(Boolean);
  const already = !isSame && purpose.login_challenge ? 'true' : undefined;
  const location = isSame && !leadsOn ? '/' : pageUrl(page, { ...purpose, already });
  return {
    rewriteRedirect: (answer) =>
      !sessionOf(answer, cookies) && redirectTarget(answer, portalUrl)?.href === `${portalUrl}/`
        ? { location }
        : undefined,
    // with scripts, the page itself says that it is another account
    readAnswer: (answer) =>
      isSame && classify(kind, { status: answer.statusCode, body: jsonIn(answer.body) }).kind === 'signedIn'
        ? leadingScript(answer, portalUrl + location)
        : answer,
  };
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
    readAnswer: elsewhere.readAnswer,
    rewriteRedirect: (answer) =>
      purpose && redirectTarget(answer, options.portalUrl)?.href === `${options.portalUrl}/login?flow=${flow}`
        ? { location: pageUrl('/login', { ...purpose, flow }) }
        : elsewhere.rewriteRedirect?.(answer),
  };
}
