import type { TestIdentity } from './identities.ts';
import { answerLoginChallenge, cookieJar, type CookieJar } from './kratosLogin.ts';
import type { RelyingParty } from './relyingParty.ts';
import type { Visitor } from './visitor.ts';

/** The end of a chain of redirects: a page of the portal, or a URL elsewhere. */
interface Arrival {
  url: string;
  /** The page; empty elsewhere. */
  html: string;
}

/** Follows redirects within the portal as a browser does. */
async function follow(url: string, jar: CookieJar): Promise<Arrival> {
  const answer = await fetch(url, {
    redirect: 'manual',
    headers: { accept: 'text/html', cookie: jar.header() },
  });
  jar.keep(answer);
  const location = answer.headers.get('location');
  if (location === null) return { url, html: await answer.text() };
  const next = new URL(location, url);
  return next.origin === new URL(url).origin ? follow(next.href, jar) : { url: next.href, html: '' };
}

/** Signs in with a password for an application. @returns the URL at which the browser continues */
async function signInFor(request: string, account: TestIdentity, jar: CookieJar): Promise<string> {
  const { url } = await follow(request, jar);
  const { origin, searchParams } = new URL(url);
  return answerLoginChallenge(origin, account, searchParams.get('login_challenge') ?? '', jar);
}

/**
 * Signs a visitor in for an application without opening the sign-in page, and opens the page that follows, its consent.
 *
 * @param request the URL that starts the sign-in
 */
export async function openConsent(visitor: Visitor, request: string, account: TestIdentity): Promise<void> {
  const jar = cookieJar();
  const next = await signInFor(request, account, jar);
  await visitor.keep(jar);
  await visitor.page.goto(next);
}

/** A browser that is signed in, and the tokens that an application has got for it. */
interface Granted {
  jar: CookieJar;
  tokens: Awaited<ReturnType<RelyingParty['exchange']>>;
}

/** An application's answered request: where it ended, and the consent page that was allowed. */
interface Allowed extends Arrival {
  jar: CookieJar;
}

/** Signs in for an application's request, and allows scopes if it is asked, as a browser that shows no page. */
export async function allowRequest(request: string, account: TestIdentity, scope: string): Promise<Allowed> {
  const jar = cookieJar();
  const next = await signInFor(request, account, jar);
  const arrival = await follow(next, jar);
  const { html } = arrival;
  if (html === '') return { jar, ...arrival };
  const field = (name: string): string => new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? '';
  const { origin } = new URL(next);
  const decided = await fetch(`${origin}/consent`, {
    method: 'POST',
    redirect: 'manual',
    headers: { accept: 'text/html', origin, cookie: jar.header() },
    body: new URLSearchParams([
      ['_csrf', field('_csrf')],
      ['consent_challenge', field('consent_challenge')],
      ['consent_action', 'accept'],
      ...scope.split(' ').map((one): [string, string] => ['grant_scope', one]),
    ]),
  });
  jar.keep(decided);
  const { url } = await follow(new URL(decided.headers.get('location') ?? '', origin).href, jar);
  return { jar, url, html };
}

/** Signs in for an application, and allows all that it asks for, as a browser that shows no page. */
export async function grantAccess(
  application: RelyingParty,
  account: TestIdentity,
  scope = 'openid email',
): Promise<Granted> {
  const { jar, url } = await allowRequest(application.request({ scope }), account, scope);
  return { jar, tokens: await application.exchange(url) };
}
