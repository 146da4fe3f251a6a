import http from 'node:http';
import type { AddressInfo } from 'node:net';
import * as openid from 'openid-client';
import type { Page } from 'playwright-core';
import type { Visitor } from './visitor.ts';

type Tokens = openid.TokenEndpointResponse & openid.TokenEndpointResponseHelpers;

/** A relying party: an application that signs its users in at the portal, with the code flow and PKCE. */
export interface RelyingParty {
  /** Its home page, `client_uri`. */
  home: string;
  /** Returns the URL that starts a sign-in. @param parameters further ones of the request, such as `prompt` */
  request: (parameters?: Record<string, string>) => string;
  /** Waits until the browser is back. @returns the answer's parameters */
  answer: (page: Page) => Promise<URLSearchParams>;
  /** Waits until the browser is back, and exchanges the code. */
  tokens: (page: Page) => Promise<Tokens>;
  /** Exchanges the code in a URL that a browser was sent back to. */
  exchange: (answer: string) => Promise<Tokens>;
  /** Exchanges a refresh token for new tokens. */
  refresh: (refreshToken: string) => Promise<openid.TokenEndpointResponse>;
  /** Returns the URL that starts a logout. */
  logoutUrl: (idToken: string) => string;
  /** Resolves with the next back-channel logout token. */
  backChannelLogout: () => Promise<string>;
  /** The session ids of the front-channel logouts so far. */
  frontChannelLogouts: (string | null)[];
  stop: () => Promise<void>;
}

/** Further fields of a client's registration, such as `skip_logout_consent`. */
type Registration = Record<string, unknown>;

async function register(adminUrl: string, client: Registration): Promise<string> {
  const answer = await fetch(`${adminUrl}/admin/clients`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(client),
  });
  const { client_id: id } = (await answer.json()) as { client_id?: string };
  if (id === undefined) throw new Error(`the client could not be registered: ${answer.status}`);
  return id;
}

/**
 * Registers a relying party called “Harbor Clinic”, and starts it.
 *
 * @param portalUrl the issuer
 * @param adminUrl Hydra's admin URL
 */
export async function startRelyingParty(
  portalUrl: string,
  adminUrl: string,
  registration: Registration = {},
): Promise<RelyingParty> {
  const logoutTokens: string[] = [];
  const frontChannelLogouts: RelyingParty['frontChannelLogouts'] = [];
  let onLogout: (() => void) | undefined;
  const server = http.createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => (body += text));
    request.on('end', () => {
      if (request.url === '/backchannel') {
        logoutTokens.push(new URLSearchParams(body).get('logout_token') ?? '');
        onLogout?.();
      }
      const { pathname, searchParams } = new URL(request.url ?? '', home);
      if (pathname === '/frontchannel') frontChannelLogouts.push(searchParams.get('sid'));
      response.setHeader('content-type', 'text/html').end('<title>Harbor Clinic</title>');
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const home = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const callback = `${home}callback`;
  const id = await register(adminUrl, {
    client_name: 'Harbor Clinic',
    client_uri: home,
    redirect_uris: [callback],
    post_logout_redirect_uris: [`${home}goodbye`],
    backchannel_logout_uri: `${home}backchannel`,
    frontchannel_logout_uri: `${home}frontchannel`,
    frontchannel_logout_session_required: true,
    grant_types: ['authorization_code', 'refresh_token'],
    scope: 'openid profile email offline_access',
    token_endpoint_auth_method: 'none',
    ...registration,
  });
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- the tests' portal is on http
  const options = { execute: [openid.allowInsecureRequests] };
  const config = await openid.discovery(new URL(portalUrl), id, undefined, openid.None(), options);
  const verifier = openid.randomPKCECodeVerifier();
  const challenge = await openid.calculatePKCECodeChallenge(verifier);
  const state = openid.randomState();
  const arrival = async (page: Page): Promise<URL> => {
    await page.waitForURL((url) => url.href.startsWith(callback));
    return new URL(page.url());
  };

  const exchange = (answer: URL): Promise<Tokens> =>
    openid.authorizationCodeGrant(config, answer, { pkceCodeVerifier: verifier, expectedState: state });

  return {
    home,
    request: (parameters) =>
      openid.buildAuthorizationUrl(config, {
        redirect_uri: callback,
        scope: 'openid email',
        state,
        code_challenge: challenge,
        code_challenge_method: 'S256',
        ...parameters,
      }).href,
    answer: async (page) => (await arrival(page)).searchParams,
    tokens: async (page) => exchange(await arrival(page)),
    exchange: (answer) => exchange(new URL(answer)),
    refresh: (refreshToken) => openid.refreshTokenGrant(config, refreshToken),
    logoutUrl: (idToken) =>
      openid.buildEndSessionUrl(config, {
        id_token_hint: idToken,
        post_logout_redirect_uri: `${home}goodbye`,
      }).href,
    backChannelLogout: async () => {
      while (logoutTokens.length === 0) await new Promise<void>((resolve) => (onLogout = resolve));
      return logoutTokens.shift() ?? '';
    },
    frontChannelLogouts,
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

/** Allows everything that the application asks for on the consent page. @returns the address that it then knows */
export async function allowAccess(application: RelyingParty, visitor: Visitor): Promise<unknown> {
  await visitor.arrives(/^Authorize Harbor Clinic/);
  await visitor.press('Allow');
  return (await application.tokens(visitor.page)).claims()?.email;
}
