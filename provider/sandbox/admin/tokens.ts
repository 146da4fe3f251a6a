import express, { Router } from 'express';
import { invalidRequest } from '../hydraError.ts';
import type { Sandbox } from '../sandbox.ts';

/** An artifact of oidc-provider that is a token. */
interface Token {
  kind: string;
  clientId?: string;
  accountId?: string;
  grantId?: string;
  scope?: string;
  aud?: string[];
  iat?: number;
  exp?: number;
  consumed?: unknown;
  isExpired: boolean;
}

/** Introspects tokens (RFC 7662) and deletes a client's (`/admin/oauth2/introspect`, `/admin/oauth2/tokens`). */
export function tokenRoutes({ provider, records, artifacts, portalUrl }: Sandbox): Router {
  const router = Router();
  const find = async (token: string): Promise<Token | undefined> =>
    ((await provider.AccessToken.find(token)) ??
      (await provider.ClientCredentials.find(token)) ??
      (await provider.RefreshToken.find(token))) as Token | undefined;

  router.post(
    '/admin/oauth2/introspect',
    express.urlencoded({ extended: false }),
    async (request, response) => {
      const { token: value, scope } = (request.body ?? {}) as { token?: string; scope?: string };
      if (!value) throw invalidRequest('The POST body can not be empty.');
      const token = await find(value);
      const granted = token?.scope?.split(' ') ?? [];
      const hasScopes = (scope ?? '').split(' ').every((one) => !one || granted.includes(one));
      if (!token || token.isExpired || token.consumed || !hasScopes) {
        response.json({ active: false });
        return;
      }
      const consent = records.consentSessions.get(token.grantId ?? '')?.session;
      response.json({
        active: true,
        ...(token.scope && { scope: token.scope }),
        client_id: token.clientId,
        sub: token.accountId ?? token.clientId,
        exp: token.exp,
        iat: token.iat,
        nbf: token.iat,
        aud: consent?.grant_access_token_audience ?? token.aud ?? [],
        iss: portalUrl,
        token_type: 'Bearer',
        token_use: token.kind === 'RefreshToken' ? 'refresh_token' : 'access_token',
        ...(consent && { ext: consent.session.access_token }),
      });
    },
  );
  router.delete('/admin/oauth2/tokens', (request, response) => {
    const { client_id: clientId } = request.query;
    if (typeof clientId !== 'string' || !clientId)
      throw invalidRequest("Query parameter 'client_id' is not defined but it should have been.");
    artifacts.deleteOfClient(clientId, ['AccessToken', 'ClientCredentials']);
    response.status(204).end();
  });
  return router;
}
