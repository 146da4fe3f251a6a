/** The demo application's id at Hydra. */
export const demoClientId = 'harbor-clinic';

/** The scopes that the demo application requests. */
export const demoScope = 'openid profile email offline_access';

/** Returns the name of the demo application's API in tokens. @param url the application's origin */
export const demoResource = (url: string): string => `${url}/api`;

/** The demo application as an OAuth2 client: without a secret, so it must use PKCE. */
const client = (url: string): object => ({
  client_id: demoClientId,
  client_name: 'Harbor Clinic',
  client_uri: url,
  redirect_uris: [`${url}/callback`],
  post_logout_redirect_uris: [`${url}/signed-out`],
  grant_types: ['authorization_code', 'refresh_token', 'urn:ietf:params:oauth:grant-type:device_code'],
  response_types: ['code'],
  scope: demoScope,
  audience: [demoResource(url)],
  token_endpoint_auth_method: 'none',
});

/**
 * Registers the demo application, or brings its registration up to date.
 *
 * @param url the application's origin
 * @throws Error in one line when Hydra refuses
 */
export async function registerDemo(hydraAdminUrl: string, url: string): Promise<void> {
  const send = (method: string, path: string): Promise<Response> =>
    fetch(`${hydraAdminUrl}/admin/clients${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(client(url)),
    });
  const updated = await send('PUT', `/${demoClientId}`);
  const answer = updated.status === 404 ? await send('POST', '') : updated;
  if (!answer.ok)
    throw new Error(
      `Hydra refused the demo application: ${answer.status} ${(await answer.text()).replace(/\s+/g, ' ')}`,
    );
}
