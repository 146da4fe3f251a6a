import type { RequestHandler } from 'express';

/** The oldest sign-in with a second factor that may read the recordings, in seconds. */
const maxAge = 300;

/** What an introspection says of a token (RFC 7662, section 2.2). */
interface Introspection {
  active: boolean;
  aud?: string[];
  ext?: { acr?: string; auth_time?: number };
}

/** What the API asks for if it has to refuse a token (RFC 9470, section 3). */
export const stepUp = { acr_values: 'aal2', max_age: String(maxAge) };

const challenge = (parameters: Record<string, string>): string =>
  `Bearer ${Object.entries(parameters)
    .map(([name, value]) => `${name}="${value}"`)
    .join(', ')}`;

/**
 * Serves an API of the demo application: recordings of heart sounds, for tokens that are for this API and whose owner has given a
 * second factor lately.
 *
 * @param options.resource the API's name in tokens, which is its URL (RFC 8707)
 */
export const demoApi =
  ({ resource, hydraAdminUrl }: { resource: string; hydraAdminUrl: string }): RequestHandler =>
  async ({ headers: { authorization = '' } }, response) => {
    const answer = await fetch(`${hydraAdminUrl}/admin/oauth2/introspect`, {
      method: 'POST',
      body: new URLSearchParams({ token: authorization.replace(/^Bearer /i, '') }),
    });
    const { active, aud = [], ext = {} } = (await answer.json()) as Introspection;
    const refuse = (parameters: Record<string, string>): void => {
      response.status(401).set('WWW-Authenticate', challenge(parameters)).end();
    };
    if (!active || !aud.includes(resource)) {
      refuse({ error: 'invalid_token', error_description: 'The token is not for this API.' });
      return;
    }
    const isFresh = Date.now() / 1000 - (ext.auth_time ?? 0) < maxAge;
    if (ext.acr !== stepUp.acr_values || !isFresh)
      refuse({ error: 'insufficient_user_authentication', ...stepUp });
    else response.json(['Lub-dub, 72 beats a minute', 'Lub-dub, 68 beats a minute']);
  };
