import type { Request, RequestHandler, Response } from 'express';
import { type FlowKind, flowKinds, type Page, type PageContext } from '../../shared/page.ts';
import { rateLimited } from '../../shared/flow/errorId.ts';
import { queryIn, splitTarget } from '../http/requestHead.ts';
import { note } from '../http/requestRecord.ts';
import { tracePart } from '../http/requestTrace.ts';
import type { Settings } from '../settings/config.ts';
import type { KratosFrontend } from '../upstreams/kratos.ts';
import {
  accountName,
  displayName,
  isSomebodyElse,
  profileLanguage,
  signInAddress,
  visitor,
  type Visitor,
} from '../upstreams/session.ts';
import { forgetMethods, rememberMethods } from '../security/cookies/lastMethods.ts';
import { localeCookie, requestLanguage, requestRegion } from '../render/locale.ts';
import { requestTheme } from '../render/theme.ts';
import type { BrowserCookies } from '../security/cookies/browserCookies.ts';
import { reachedLimit } from '../security/cookies/notices.ts';
import { takeDoubledCookiesNotice } from '../security/cookies/dropDoubledCookies.ts';
import { allowFlowScripts, allowImages } from '../security/csp/contentPolicy.ts';
import { nonceOf } from '../security/csp/headers.ts';
import type { ProviderCookies } from '../security/cookies/providerCookies.ts';
import { ownPath, pageUrl } from '../urls/paths.ts';
import type { Loader, Visit } from './loader.ts';

/** Renders a page: `renderPage` of server/render, with the assets bound. Returns ASCII. */
type Render = (page: Page, context: PageContext, nonce: string) => string;

/** The dependencies of all pages: settings, provider, cookies, renderer. */
export interface PageDependencies extends BrowserCookies {
  settings: Settings;
  kratos: KratosFrontend;
  flowsOff: Visit['flowsOff'];
  render: Render;
  /** Called once Kratos has confirmed a visitor's session; its rejections are ignored. */
  signedIn?: ((request: Request, identityId: string) => Promise<void>) | undefined;
}

const memoised = <Value>(make: () => Promise<Value>): (() => Promise<Value>) => {
  let made: Promise<Value> | undefined;
  return () => (made ??= make());
};

/** Returns the path that the browser came from, if that is a page of the portal other than the requested one. */
function referrer(request: Request, portalUrl: string): string | undefined {
  const path = ownPath(request.get('referer') ?? '', portalUrl);
  return path !== undefined && splitTarget(path).path === request.path ? undefined : path;
}

/** Asks who is signed in, at most once per request, and only if there is a session cookie. */
function askVisitor(
  { headers }: Request,
  kratos: KratosFrontend,
  cookies: ProviderCookies,
): () => Promise<Visitor> {
  if (cookies.session(headers.cookie) === undefined) return () => Promise.resolve({ kind: 'signedOut' });
  return memoised(() => visitor(kratos, headers.cookie));
}

/** Returns the kind of flow that a page has begun for this visit; undefined for one that the visitor came back to. */
const begunFlow = ({ name, props }: Page, query: URLSearchParams): FlowKind | undefined =>
  'flow' in props && props.flow.id !== query.get('flow')
    ? flowKinds.find((kind) => kind === name)
    : undefined;

/** Aborts the calls when the browser disconnects before it is answered. */
function untilClosed({ answer }: KratosFrontend, response: Response): KratosFrontend {
  const disconnected = new AbortController();
  response.once('close', () => {
    if (!response.writableEnded) disconnected.abort();
  });
  return { answer: (request, options) => answer(request, { ...options, signal: disconnected.signal }) };
}

/** Serves the portal's pages. */
export interface Pages {
  /** Serves a page: runs its loader, then shows the page or redirects. */
  page: (load: Loader) => RequestHandler;
  /** Asks whose session a browser has; nobody's if Kratos does not say. */
  visitorOf: (request: Request) => Promise<Visitor>;
  /** Returns what all pages are given. */
  contextOf: (request: Request, response: Response, who: Visitor) => PageContext;
  /** Shows a given page without a loader. */
  show: (request: Request, response: Response, page: Page, visitor?: Visitor, languages?: string[]) => void;
}

/** Turns a loader's result into an HTML answer. */
export function createPages(dependencies: PageDependencies): Pages {
  const { settings, kratos, flowsOff, render, signedIn } = dependencies;
  const { csrf, cookies, lastAddress, flowAddress, formerAccount: former, knownBrowser } = dependencies;
  const portalUrl = settings.PORTAL_URL;

  const language = (
    request: Request,
    response: Response,
    who: Visitor,
    asked?: string[],
  ): Pick<PageContext, 'locale' | 'region'> => {
    const profile = who.kind === 'signedIn' ? profileLanguage(who.session) : undefined;
    const fallback = settings.DEFAULT_LOCALE;
    const { locale, cookie } = requestLanguage(request, { portalUrl, profile, asked, fallback });
    if (cookie !== undefined) response.append('Set-Cookie', localeCookie.keep(cookie, portalUrl));
    return { locale, region: requestRegion(request, locale) };
  };

  /** Returns the address that began a session: Kratos does not tell whose it is before the second factor. */
  const firstStepAddress = ({ headers: { cookie } }: Request): string | undefined => {
    const session = cookies.session(cookie);
    return session === undefined ? undefined : flowAddress.read(cookie, session);
  };

  /** Names the account of a form that was not accepted, because another one is signed in now; once. */
  const takeFormerAccount = (
    { headers: { cookie } }: Request,
    response: Response,
    who: Visitor,
  ): Pick<PageContext, 'formerAccount'> => {
    const account = former.read(cookie);
    if (account === undefined) return {};
    response.append('Set-Cookie', former.expired);
    return isSomebodyElse(who, account) ? { formerAccount: account.name } : {};
  };

  /** Says which limit has refused the last form, and until when; once. */
  const takeLimit = (
    { headers: { cookie }, path }: Request,
    response: Response,
  ): Pick<PageContext, 'limit'> => {
    const limit = reachedLimit.read(cookie, portalUrl);
    if (limit === undefined) return {};
    response.append('Set-Cookie', reachedLimit.expired(portalUrl));
    const { id, waitSeconds } = limit;
    const otherWay = id === rateLimited && path === '/login' ? ['error.otherWay'] : [];
    return { limit: { texts: [`error.reason.${id}.until`, ...otherWay], waitSeconds } };
  };

  const contextOf = (
    request: Request,
    response: Response,
    who: Visitor,
    languages?: string[],
  ): PageContext => ({
    ...language(request, response, who, languages),
    product: settings.PRODUCT_NAME,
    theme: requestTheme(request, portalUrl),
    ...(request.get('save-data') === 'on' && { savesData: true }),
    path: request.originalUrl,
    csrfToken: csrf.token(request, response),
    ...(who.kind === 'signedIn' && {
      signedInAs: displayName(who.session),
      signedInAddress: signInAddress(who.session),
      account: `${who.session.identity?.id ?? ''} ${accountName(who.session)}`,
    }),
    ...(settings.PASSWORD_MIN_LENGTH > 0 && { passwordMinLength: settings.PASSWORD_MIN_LENGTH }),
    ...(who.kind === 'secondFactor' && {
      awaitsSecondFactor: true,
      signedInAddress: firstStepAddress(request),
    }),
    ...takeFormerAccount(request, response, who),
    ...takeLimit(request, response),
    ...(takeDoubledCookiesNotice(request, response, portalUrl) && { warning: 'doubledCookies' }),
    ...(settings.SUPPORT_EMAIL !== undefined && { supportEmail: settings.SUPPORT_EMAIL }),
    ...(settings.PROVIDER_TIMEOUT_MS > 0 && { requestTimeoutMs: settings.PROVIDER_TIMEOUT_MS }),
    ...(settings.PRIVACY_URL !== undefined && { privacyUrl: settings.PRIVACY_URL }),
    ...(settings.TERMS_URL !== undefined && { termsUrl: settings.TERMS_URL }),
    ...(settings.CUSTOMER_PORTAL_URL !== undefined && { customerPortalUrl: settings.CUSTOMER_PORTAL_URL }),
    identityServiceUrl: settings.IDENTITY_SERVICE_URL,
    servedAt: Date.now(),
  });

  const show: Pages['show'] = (request, response, page, who = { kind: 'signedOut' }, languages) => {
    const context = contextOf(request, response, who, languages);
    const shown = page.name === 'home' ? page.props.passkeyOffer : 'flow' in page.props && page.props.flow;
    if (shown) allowFlowScripts(response, shown, [portalUrl, settings.IDENTITY_SERVICE_URL]);
    if ('flow' in page.props) {
      const { id } = page.props.flow;
      context.path = pageUrl(request.path, { ...(request.query as Record<string, string>), flow: id });
    }
    const html = tracePart(request.trace, 'render page', () => render(page, context, nonceOf(response)));
    response
      .set({
        'Content-Type': 'text/html; charset=utf-8',
        Vary: 'Accept-Language, Cookie, Save-Data',
      })
      .end(html, 'latin1');
  };

  /** Returns the cookies that tell the next sign-in with which methods and address the user has signed in. */
  const signInCookies = ({ headers: { cookie } }: Request, who: Visitor): (string | undefined)[] => {
    if (settings.REMEMBER_METHOD === 'off')
      return [forgetMethods(cookie, portalUrl), lastAddress.forget(cookie)];
    if (who.kind !== 'signedIn') return [];
    const address = signInAddress(who.session);
    return [rememberMethods(who.session, cookie, portalUrl), lastAddress.keep(address, cookie)];
  };

  const page =
    (load: Loader): RequestHandler =>
    async (request, response) => {
      const calls = untilClosed(kratos, response);
      const visit: Visit = {
        url: request.originalUrl,
        query: queryIn(request.originalUrl),
        cookie: request.headers.cookie,
        hasSessionCookie: cookies.session(request.headers.cookie) !== undefined,
        isTopLevel:
          (request.get('sec-fetch-dest') ?? 'document') === 'document' && !request.get('sec-purpose'),
        isFromOtherSite: request.isFromOtherSite === true,
        locale: requestLanguage(request, { portalUrl, fallback: settings.DEFAULT_LOCALE }).locale,
        referrer: referrer(request, portalUrl),
        visitor: askVisitor(request, calls, cookies),
        kratos: calls,
        flowsOff,
        settings,
      };
      const [loaded, who] = await tracePart(request.trace, 'load page', () =>
        Promise.all([load(visit), visit.visitor()]),
      );
      const session = who.kind === 'signedIn' ? who.session : undefined;
      const identity = session?.identity;
      if (identity) signedIn?.(request, identity.id).catch(() => undefined);
      const since = Date.parse(session?.authenticated_at ?? '');
      const browser = identity && knownBrowser.keep(request.headers.cookie, identity.id, since || 0);
      for (const line of [...signInCookies(request, who), browser])
        if (line !== undefined) response.append('Set-Cookie', line);
      if (loaded.setCookie?.length) response.append('Set-Cookie', loaded.setCookie);
      if ('redirect' in loaded) {
        response.redirect(303, loaded.redirect);
        return;
      }
      const flow = begunFlow(loaded.page, visit.query);
      if (flow) note(request, { flowStep: { flow, step: 'begun' } });
      if (loaded.images) allowImages(response, loaded.images);
      if ('flow' in loaded.page.props) allowImages(response, settings.IMAGE_ORIGINS);
      show(request, response.status(loaded.status ?? 200), loaded.page, who, loaded.languages);
    };

  const visitorOf: Pages['visitorOf'] = (request) =>
    askVisitor(request, kratos, cookies)().catch(() => ({ kind: 'unknown' }));

  return { page, show, visitorOf, contextOf };
}
