import { createHash, randomBytes } from 'node:crypto';
import type { AcceptOAuth2ConsentRequest, AcceptOAuth2LoginRequest } from '@ory/client';
import { callback, type OAuth2Server } from './oauth2Server.ts';

/** The token endpoint's answer. */
export interface Tokens {
  access_token: string;
  refresh_token?: string;
  id_token: string;
  scope: string;
  token_type: string;
  expires_in: number;
  error?: string;
}

/** Creates a client's authorization request, with PKCE. */
export function authorization(server: OAuth2Server, clientId: string, more: Record<string, string> = {}) {
  const verifier = randomBytes(32).toString('base64url');
  const query = new URLSearchParams({
    client_id: clientId,
    response_type: 'code',
    scope: 'openid profile offline_access',
    redirect_uri: callback,
    state: 'a-state-of-the-client',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...more,
  });
  return { url: `${server.publicUrl}/oauth2/auth?${query}`, verifier };
}

/** Posts a form to the token endpoint. */
export async function token(server: OAuth2Server, fields: Record<string, string>): Promise<Tokens> {
  const answer = await fetch(`${server.publicUrl}/oauth2/token`, {
    method: 'POST',
    body: new URLSearchParams(fields),
  });
  return (await answer.json()) as Tokens;
}

/** Decodes a token's claims without verifying it. */
export const claimsOf = (jwt: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>;

/** A browser that keeps cookies and follows no redirect. */
export class Visitor {
  readonly #cookies = new Map<string, string>();
  readonly #server: OAuth2Server;

  constructor(server: OAuth2Server) {
    this.#server = server;
  }

  /** Visits a page. @returns where it redirects to */
  async visit(url: string): Promise<URL> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(url, { redirect: 'manual', headers: { cookie } });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value && !/expires=Thu, 01 Jan 1970|max-age=0/i.test(line)) this.#cookies.set(name, value);
      else this.#cookies.delete(name);
    }
    const location = answer.headers.get('location');
    if (location === null) throw new Error(`no redirect but ${answer.status}: ${await answer.text()}`);
    return new URL(location, url);
  }

  /** Visits a page that redirects with a challenge. */
  async challenge(kind: 'login' | 'consent' | 'logout' | 'device', url: string): Promise<string> {
    const page = await this.visit(url);
    const challenge = page.searchParams.get(`${kind}_challenge`);
    if (challenge === null) throw new Error(`no ${kind} challenge but ${page.href}`);
    return challenge;
  }

  /** Signs in. @returns the consent challenge that follows */
  async signIn(url: string, accept: Partial<AcceptOAuth2LoginRequest> = {}): Promise<string> {
    const { data } = await this.#server.admin.acceptOAuth2LoginRequest({
      loginChallenge: await this.challenge('login', url),
      acceptOAuth2LoginRequest: { subject: 'ada', remember: true, ...accept },
    });
    return this.challenge('consent', data.redirect_to);
  }

  /** Consents. @returns where the browser is redirected to */
  async consent(consentChallenge: string, accept: AcceptOAuth2ConsentRequest = {}): Promise<URL> {
    const { data } = await this.#server.admin.acceptOAuth2ConsentRequest({
      consentChallenge,
      acceptOAuth2ConsentRequest: { grant_scope: ['openid', 'profile', 'offline_access'], ...accept },
    });
    return this.visit(data.redirect_to);
  }

  /** Goes all the way from an authorization request to the tokens. */
  async tokens(
    clientId: string,
    {
      login = {},
      consent = {},
    }: { login?: Partial<AcceptOAuth2LoginRequest>; consent?: AcceptOAuth2ConsentRequest } = {},
  ): Promise<Tokens> {
    const { url, verifier } = authorization(this.#server, clientId);
    const back = await this.consent(await this.signIn(url, login), consent);
    if (!back.searchParams.has('code')) throw new Error(`no code but ${back.href}`);
    return token(this.#server, {
      grant_type: 'authorization_code',
      client_id: clientId,
      code: back.searchParams.get('code') ?? '',
      redirect_uri: callback,
      code_verifier: verifier,
    });
  }
}
