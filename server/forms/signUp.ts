import { fieldsOf } from '../../shared/fields.ts';
import { csrfViolation } from '../../shared/flow/errorId.ts';
import { shownVerification } from '../../shared/flow/shownVerification.ts';
import { jsonIn } from '../http/jsonIn.ts';
import type { AnswerCookie } from '../gateway/forward/exchange.ts';
import { isRedirect, leadingScript, redirectTarget } from '../gateway/redirects.ts';
import type { Steps } from '../gateway/steps.ts';
import { justRegistered } from '../security/cookies/notices.ts';
import * as nodeName from '../../shared/flow/nodeName.ts';
import { atService } from '../security/cookies/pageCookies.ts';
import { createSignUpId, withSignUpId } from '../security/cookies/signUpCookie.ts';
import { isFromOwnPage } from '../security/request/isFromOwnPage.ts';
import { pageUrl } from '../urls/paths.ts';
import { addressIn, isRefused, keepAddress, sessionOf, shownFlow } from './keepAddress.ts';
import { whereSignedIn } from './signIn.ts';
import type { FormOptions, FormVisit } from './visit.ts';
import { parseQuery } from '../http/requestHead.ts';
import { note } from '../http/requestRecord.ts';
import { PortalError } from '../http/PortalError.ts';
import { unusedAccount } from '../upstreams/unusedAccount.ts';

/**
 * Returns the sign-up that a form corrects, whose account can be given up: its address was mistyped, and a social account that is
 * linked to it could not sign up again.
 *
 * @param correct the verification whose address is corrected, as the URL of the page with the form names it
 * @returns undefined unless this browser has made the account, and a page of the portal has sent the form
 */
function formerSignUp(
  correct: string | null,
  { request }: FormVisit,
  { portalUrl, signUp, identities }: FormOptions,
) {
  const { headers, ip } = request;
  const last = signUp.read(headers.cookie);
  if (!identities || last?.flow !== correct || !isFromOwnPage(headers, portalUrl)) return undefined;
  let isDeleted = false;
  return {
    /** Deletes its account, unless anybody has used it. Without an answer of the provider the account stays. */
    giveUp: async (): Promise<void> => {
      const id = await unusedAccount(identities, last);
      if (id === undefined) return;
      note(request, { gaveUp: { id, deleted: false }, address: ip });
      try {
        await identities.remove(id);
        isDeleted = true;
        note(request, { gaveUp: { id, deleted: true } });
      } catch (problem) {
        if (!(problem instanceof PortalError)) throw problem;
      }
    },
    /** Forgets it once its account is deleted. */
    forgotten: () => (isDeleted ? signUp.expired : undefined),
  };
}

/** Returns the social account with which a browser comes back, such as `oidc.google`; undefined at any other path. */
function socialAccount(path: string): string | undefined {
  const [, group, provider] = /\/methods\/([a-z]+)\/(?:.+\/)?callback\/([\w-]+)$/.exec(path) ?? [];
  return group && provider && `${group}.${provider}`;
}

/** Returns the id of the verification that the provider opened with a sign-up; undefined if it opened none. */
function openedVerification(answer: Parameters<AnswerCookie>[0], portalUrl: string): string | undefined {
  if (isRedirect(answer)) {
    const url = redirectTarget(answer, portalUrl);
    const leadsThere = url?.origin === portalUrl && url.pathname === '/verification';
    return leadsThere ? (url.searchParams.get('flow') ?? undefined) : undefined;
  }
  return shownVerification(jsonIn(answer.body))?.id;
}

/** Paths to which a registration redirects without an account, or to a page that announces the account itself. */
const notRegistered = /^\/(?:registration|verification|error|login|self-service\/.*)$/;

/**
 * Steps of a call that may end a sign-up: its form, and the way back from a social provider.
 *
 * - The provider gets an id with it, and the browser a cookie that names the id and the verification that follows: the web
 *   hooks recognise the browser by it once the address is verified. An app has no cookies, and Kratos would refuse it with one.
 * - What was typed before the way to a social provider is kept for the verification, where a wrong address is corrected.
 * - A redirect says that the account has been created, and with which social account; Kratos says so only if it signs the user
 *   in. An application's request goes on to Hydra, which asks for the sign-in before the consent.
 */
export function endOfSignUp(
  { call: { path, query }, request, form: sent }: FormVisit,
  { portalUrl, cookies, signUp, typedFields, flowAddress }: FormOptions,
): Steps {
  const id = createSignUpId();
  let isMarked = false;
  const form = parseQuery(query).get('flow') ?? undefined;
  const method = socialAccount(path);
  const { cookie } = request.headers;
  const typed = method === undefined ? undefined : typedFields.read(cookie, atService);
  const address = (typed ?? sent?.typed)?.find(([name]) => name === nodeName.emailTrait)?.[1];
  const onceOpened =
    (cookieFor: (verification: string) => string | undefined): AnswerCookie =>
    (answer) => {
      const flow = isMarked ? openedVerification(answer, portalUrl) : undefined;
      return flow === undefined ? undefined : cookieFor(flow);
    };
  return {
    changeHeaders: (headers) => {
      isMarked = headers.cookie !== undefined;
      if (headers.cookie !== undefined) headers.cookie = withSignUpId(headers.cookie, id);
    },
    cookies: [
      onceOpened((flow) => signUp.keep(id, { flow, method, form, address })),
      onceOpened((flow) => typed && typedFields.keep(flow, typed)),
      // Kratos 1.3.1 does not name it in the verification
      onceOpened((flow) => (typed && address !== undefined ? flowAddress.keep(flow, address) : undefined)),
    ],
    rewriteRedirect: (answer) => {
      const url = redirectTarget(answer, portalUrl);
      const isSignedIn = cookies.session(cookie) !== undefined || sessionOf(answer, cookies);
      if (isSignedIn || url?.origin !== portalUrl || notRegistered.test(url.pathname)) return undefined;
      return {
        location: url.pathname.startsWith('/oauth2/') ? url.href : pageUrl('/login', { return_to: url.href }),
        setCookie: justRegistered.set(portalUrl, method),
      };
    },
  };
}

/**
 * Sets cookies for the pages after a sign-up's form. If the form is shown again, asks for a mailed code or leads to a social
 * provider, they keep its traits: Kratos empties a form for a browser without scripts if the address has an account or a web
 * hook refuses, and a wrong address is corrected by signing up again, also from the verification that follows, which gives up
 * the account that has it. If a script's sign-up began no session, they say that the account exists. Earlier kept fields are
 * forgotten.
 */
export function signUpSteps(visit: FormVisit, options: FormOptions): Steps {
  const { form, request } = visit;
  const { portalUrl, cookies, typedFields } = options;
  const end = endOfSignUp(visit, options);
  if (!form) return end;
  const opened = (answer: Parameters<AnswerCookie>[0]): string | undefined =>
    openedVerification(answer, portalUrl);
  const registered: AnswerCookie = (answer) =>
    answer.statusCode === 200 && sessionOf(answer, cookies) === undefined
      ? justRegistered.set(portalUrl)
      : undefined;
  const forgotten = typedFields.forget(request.headers.cookie);
  const keepTyped: AnswerCookie = (answer) => {
    const next = form.fields.has(nodeName.provider) ? atService : undefined;
    const flow = opened(answer) ?? (isRefused(answer) ? shownFlow(answer, form.flow) : next);
    return (flow === undefined ? undefined : typedFields.keep(flow, form.typed)) ?? forgotten;
  };
  const elsewhere = whereSignedIn(visit, options, '/login');
  const page = URL.parse(request.headers.referer ?? '');
  const correct = page?.origin === portalUrl ? page.searchParams.get('correct') : null;
  /** Whether the sign-up goes on: at a social provider, with the verification of its address, or signed in. */
  const goesOn = (answer: Parameters<AnswerCookie>[0]): boolean =>
    answer.statusCode === 422 ||
    (redirectTarget(answer, portalUrl)?.origin ?? portalUrl) !== portalUrl ||
    opened(answer) !== undefined ||
    sessionOf(answer, cookies) !== undefined;
  const former = formerSignUp(correct, visit, options);
  const last = options.signUp.read(request.headers.cookie);
  const typed = addressIn('registration', form);
  // it was sent from another tab before, which has renewed Kratos' CSRF token
  const isSentBefore = typed !== undefined && last?.address?.toLowerCase() === typed.toLowerCase();
  const before = isSentBefore ? pageUrl('/verification', { flow: last.flow }) : undefined;
  const keepBefore: AnswerCookie = (answer) =>
    isSentBefore && !goesOn(answer) ? options.flowAddress.keep(last.flow, typed) : undefined;
  const shownAgain = `${portalUrl}/registration?flow=${form.flow}`;
  return {
    ...end,
    readAnswer: async (answer) => {
      if (former && goesOn(answer)) await former.giveUp();
      if (before !== undefined && fieldsOf(fieldsOf(jsonIn(answer.body)).error).id === csrfViolation)
        return leadingScript(answer, portalUrl + before);
      return (await elsewhere.readAnswer?.(answer)) ?? answer;
    },
    rewriteRedirect: (answer) =>
      // Kratos leaves out what is corrected
      correct !== null && redirectTarget(answer, portalUrl)?.href === shownAgain
        ? { location: pageUrl('/registration', { correct, flow: form.flow }) }
        : before !== undefined && redirectTarget(answer, portalUrl)?.pathname === '/error'
          ? { location: before }
          : (elsewhere.rewriteRedirect?.(answer) ?? end.rewriteRedirect?.(answer)),
    cookies: [
      keepAddress(visit, options, opened),
      registered,
      former?.forgotten,
      isFromOwnPage(request.headers, portalUrl) ? keepTyped : undefined,
      keepBefore,
      ...(end.cookies ?? []),
    ],
  };
}
