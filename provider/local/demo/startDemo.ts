import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import cookieParser from 'cookie-parser';
import express, { type NextFunction, type Request, type Response } from 'express';
import * as oauth from 'openid-client';
import { close, listen } from '../loopback.ts';
import { plainPagePolicy } from '../plainPage.ts';
import { demoApi, stepUp } from './demoApi.ts';
import { demoClientId, demoResource, demoScope, registerDemo } from './demoClient.ts';
import { demoPage, type Tokens, type Visit } from './demoPages.ts';

const cookie = 'harbor_clinic';
/** How often the page of a waiting device reloads, in seconds. */
const reloadInterval = 3;

/** A running demo application. */
export interface Demo {
  url: string;
  stop(): Promise<void>;
}

/** A browser's state, with what the callback of each of its sign-ins has to match: Back and other tabs answer several. */
type StoredVisit = Visit & { signIns?: (oauth.AuthorizationCodeGrantChecks & { next: string })[] };

/** The state of a browser that has just got tokens. */
const signedIn = (tokens: Tokens): Visit => ({ tokens, since: new Date() });

/** Returns why a step failed, in the provider's words if possible. */
const reason = (cause: unknown): string => {
  const { message, error, error_description } = cause as Record<string, string | undefined>;
  return [error, error_description ?? message].filter(Boolean).join(': ');
};

/**
 * Starts a demo application on loopback: it signs in with the portal, shows the claims and the granted scopes,
 * refreshes its tokens, reads from an API that wants a second factor, signs out, and signs in as a device if the provider can. It keeps signed-in users in memory.
 *
 * The portal is at `localhost` and the application at `127.0.0.1`, so that neither sees the other's cookies.
 *
 * @param options.portalUrl the portal's origin, which is the issuer
 * @throws Error in one line when Hydra refuses to register it
 */
export async function startDemo({
  portalUrl,
  hydraAdminUrl,
  port,
}: {
  portalUrl: string;
  hydraAdminUrl: string;
  port: number;
}): Promise<Demo> {
  const url = `http://127.0.0.1:${port}`;
  const api = demoResource(url);
  await registerDemo(hydraAdminUrl, url);
  let discovered: oauth.Configuration | undefined;
  /** Discovers the issuer at the first call. */
  const provider = async (): Promise<oauth.Configuration> =>
    (discovered ??= await oauth.discovery(new URL(portalUrl), demoClientId, undefined, oauth.None(), {
      // eslint-disable-next-line @typescript-eslint/no-deprecated -- marked as deprecated only as a warning; the portal is on plain http here
      execute: [oauth.allowInsecureRequests],
    }));
  const visits = new Map<string, StoredVisit>();
  const stopping = new AbortController();

  const idOf = (request: Request): string => (request.cookies as Record<string, string>)[cookie] ?? '';
  const visitOf = (request: Request): StoredVisit => visits.get(idOf(request)) ?? {};
  const replace = (request: Request, response: Response, visit: StoredVisit): void => {
    const id = randomUUID();
    visits.delete(idOf(request));
    visits.set(id, visit);
    response.cookie(cookie, id, { httpOnly: true, sameSite: 'lax' });
  };
  /** Runs a step and redirects to the page. */
  const step =
    (run: (request: Request) => Promise<Visit & { next?: string }>) =>
    async (request: Request, response: Response): Promise<void> => {
      const { next = '/', ...visit } = await run(request);
      replace(request, response, visit);
      response.redirect(303, next);
    };

  const app = express().disable('x-powered-by');
  app.use((request, response, next) => {
    response.set({ 'Content-Security-Policy': plainPagePolicy("'self'"), 'Cache-Control': 'no-store' });
    // against DNS rebinding
    if (request.headers.host === new URL(url).host) next();
    else response.sendStatus(404);
  });
  app.use(cookieParser());

  app.get('/', async (request, response) => {
    const visit = visitOf(request);
    if (visit.device && !visit.tokens) response.set('Refresh', String(reloadInterval));
    const configuration = await provider().catch(() => undefined);
    const hasDevices = configuration?.serverMetadata().device_authorization_endpoint !== undefined;
    response.send(demoPage(visit, hasDevices));
  });
  app.get('/sign-in', async (request, response) => {
    const { acr_values, max_age } = request.query as Record<string, string | undefined>;
    const verifier = oauth.randomPKCECodeVerifier();
    const [state, nonce] = [oauth.randomState(), oauth.randomNonce()];
    const address = oauth.buildAuthorizationUrl(await provider(), {
      redirect_uri: `${url}/callback`,
      scope: demoScope,
      resource: api,
      ...(acr_values && max_age && { acr_values, max_age }),
      state,
      nonce,
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    });
    const signIn = {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
      idTokenExpected: true,
      next: acr_values ? '/recordings' : '/',
    };
    const { signIns = [], ...visit } = visitOf(request);
    // whoever is to give a second factor may also come back without
    replace(request, response, { ...(acr_values && visit), signIns: [signIn, ...signIns] });
    response.redirect(303, address.href);
  });
  app.get(
    '/callback',
    step(async (request) => {
      const { signIns = [], ...visit } = visitOf(request);
      const signIn = signIns.find(({ expectedState }) => expectedState === request.query.state);
      if (!signIn && request.query.error !== undefined) return { problem: reason(request.query) };
      // after Back and Allow: the first answer has signed the browser in
      if (!signIn && visit.tokens) return visit;
      if (!signIn)
        return { problem: 'This sign-in was not started in this browser. Start it here: Sign in.' };
      const { next, ...checks } = signIn;
      const tokens = await oauth.authorizationCodeGrant(await provider(), new URL(request.url, url), checks);
      return { ...signedIn(tokens), next };
    }),
  );
  app.get('/api/recordings', demoApi({ resource: api, hydraAdminUrl }));
  app.get('/.well-known/oauth-protected-resource/api', (_request, response) => {
    response.json({ resource: api, authorization_servers: [portalUrl] });
  });
  app.get('/recordings', async (request, response) => {
    const visit = visitOf(request);
    const authorization = `Bearer ${visit.tokens?.access_token ?? ''}`;
    const answer = await fetch(`${api}/recordings`, { headers: { authorization } });
    const wanted = answer.headers.get('www-authenticate') ?? '';
    if (answer.ok)
      response.send(demoPage({ ...visit, recordings: (await answer.json()) as string[] }, false));
    else if (wanted.includes('insufficient_user_authentication'))
      response.redirect(303, `/sign-in?${new URLSearchParams(stepUp).toString()}`);
    else response.send(demoPage({ ...visit, problem: wanted }, false));
  });
  app.post(
    '/refresh',
    step(async (request) => {
      const { refresh_token: token = '' } = visitOf(request).tokens ?? {};
      return signedIn(await oauth.refreshTokenGrant(await provider(), token));
    }),
  );
  app.get('/sign-out', async (request, response) => {
    const { id_token: idToken } = visitOf(request).tokens ?? {};
    const parameters = idToken && { id_token_hint: idToken, post_logout_redirect_uri: `${url}/signed-out` };
    response.redirect(303, parameters ? oauth.buildEndSessionUrl(await provider(), parameters).href : '/');
  });
  app.get('/signed-out', (_request, response) => {
    response.clearCookie(cookie).redirect(303, '/');
  });
  app.post(
    '/device',
    step(async () => {
      const configuration = await provider();
      const device = await oauth.initiateDeviceAuthorization(configuration, { scope: demoScope });
      const visit: Visit = { device };
      oauth.pollDeviceAuthorizationGrant(configuration, device, undefined, { signal: stopping.signal }).then(
        (tokens) => Object.assign(visit, signedIn(tokens)),
        (cause: unknown) => {
          visit.device = undefined;
          visit.problem = reason(cause);
        },
      );
      return visit;
    }),
  );

  // a failed step also redirects to the page, which says why
  app.use((cause: unknown, request: Request, response: Response, _next: NextFunction) => {
    // after Back, the user may still allow what they denied
    replace(request, response, { ...visitOf(request), problem: reason(cause) });
    response.redirect(303, '/');
  });

  const server = createServer(app);
  await listen(server, port);
  return {
    url,
    stop: () => {
      stopping.abort();
      return close(server);
    },
  };
}
