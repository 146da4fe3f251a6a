import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import cookieParser from 'cookie-parser';
import express, { type NextFunction, type Request, type Response } from 'express';
import { plainPagePolicy } from '../plainPage.ts';
import { registerDemo } from './demoClient.ts';
import { demoPage, type Visit } from './demoPages.ts';
import { relyingParty, type SignIn, type Tokens } from './relyingParty.ts';

const cookie = 'harbor_clinic';
/** How often the page of a waiting device reloads, in seconds. */
const reloadInterval = 3;

/** The demo application's port, and the addresses of what it signs in with. */
export interface DemoOptions {
  /** The portal's origin, which is the issuer. */
  portalUrl: string;
  hydraAdminUrl: string;
  port: number;
}

/** A running demo application. */
export interface Demo {
  url: string;
  stop(): Promise<void>;
}

/** The state of a browser that has just got tokens. */
const signedIn = (tokens: Tokens): Visit => ({ tokens, since: new Date() });

/** Returns why a step failed, in the provider's words if possible. */
const reason = (cause: unknown): string => {
  const { message, error, error_description } = cause as Record<string, string | undefined>;
  return [error, error_description ?? message].filter(Boolean).join(': ');
};

/**
 * Starts a demo application on loopback: it signs in with the portal, shows the claims and the granted scopes,
 * refreshes its tokens, signs out, and signs in as a device. It keeps signed-in users in memory.
 *
 * The portal is at `localhost` and the application at `127.0.0.1`, so that neither sees the other's cookies.
 *
 * @throws Error in one line when Hydra refuses to register it
 */
export async function startDemo({ portalUrl, hydraAdminUrl, port }: DemoOptions): Promise<Demo> {
  const url = `http://127.0.0.1:${port}`;
  await registerDemo(hydraAdminUrl, url);
  const party = relyingParty(portalUrl, url);
  const visits = new Map<string, Visit & { signIn?: SignIn }>();
  const stopping = new AbortController();

  const idOf = (request: Request): string => (request.cookies as Record<string, string>)[cookie] ?? '';
  const visitOf = (request: Request): Visit & { signIn?: SignIn } => visits.get(idOf(request)) ?? {};
  const replace = (request: Request, response: Response, visit: Visit & { signIn?: SignIn }): void => {
    const id = randomUUID();
    visits.delete(idOf(request));
    visits.set(id, visit);
    response.cookie(cookie, id, { httpOnly: true, sameSite: 'lax' });
  };
  /** Runs a step and redirects to the page. */
  const step =
    (run: (request: Request) => Promise<Visit>) =>
    async (request: Request, response: Response): Promise<void> => {
      replace(request, response, await run(request));
      response.redirect(303, '/');
    };

  const app = express().disable('x-powered-by');
  app.use((request, response, next) => {
    response.set({ 'Content-Security-Policy': plainPagePolicy("'self'"), 'Cache-Control': 'no-store' });
    // against DNS rebinding
    if (request.headers.host === new URL(url).host) next();
    else response.sendStatus(404);
  });
  app.use(cookieParser());

  app.get('/', (request, response) => {
    const visit = visitOf(request);
    if (visit.device && !visit.tokens) response.set('Refresh', String(reloadInterval));
    response.send(demoPage(visit));
  });
  app.get('/sign-in', async (request, response) => {
    const { url: address, signIn } = await party.signIn();
    replace(request, response, { signIn });
    response.redirect(303, address.href);
  });
  app.get(
    '/callback',
    step(async (request) => {
      const { signIn } = visitOf(request);
      if (!signIn) throw new Error('This browser has not started a sign-in');
      return signedIn(await party.callback(new URL(request.url, url), signIn));
    }),
  );
  app.post(
    '/refresh',
    step(async (request) => signedIn(await party.refresh(visitOf(request).tokens?.refresh_token ?? ''))),
  );
  app.get('/sign-out', async (request, response) => {
    const idToken = visitOf(request).tokens?.id_token;
    response.redirect(303, idToken ? (await party.signOut(idToken)).href : '/');
  });
  app.get('/signed-out', (_request, response) => {
    response.clearCookie(cookie).redirect(303, '/');
  });
  app.post(
    '/device',
    step(async () => {
      const device = await party.device(stopping.signal);
      const visit: Visit = { device };
      device.tokens.then(
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
    replace(request, response, { problem: reason(cause) });
    response.redirect(303, '/');
  });

  const server = app.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    url,
    stop: () =>
      new Promise((resolve) => {
        stopping.abort();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
