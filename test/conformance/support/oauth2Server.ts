import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll } from '@jest/globals';
import { Configuration, JwkApi, MetadataApi, OAuth2Api, OidcApi, type OAuth2Client } from '@ory/client';
import { freePort } from '../../../provider/local/freePort.ts';
import { setting } from '../../../provider/local/setting.ts';
import { startSandbox, type RunningSandbox } from '../../../provider/sandbox/startSandbox.ts';

/** The Hydra that the settings name, or else a sandbox. */
export interface OAuth2Server {
  publicUrl: string;
  adminUrl: string;
  /** Its client returns answers of any status. */
  admin: OAuth2Api;
  keys: JwkApi;
  health: MetadataApi;
  oidc: OidcApi;
  oauth2: OAuth2Api;
  /** Registers a public client that may do everything the tests try; it is deleted at the end. */
  client: (more?: OAuth2Client) => Promise<OAuth2Client & { client_id: string }>;
}

/** The clients' redirect URI; nothing listens there. */
export const callback = 'http://127.0.0.1:9/callback';
export const afterLogout = 'http://127.0.0.1:9/signed-out';

/** Reads a URL from the environment; an empty one counts as not set. */
const environment = (name: string): string | undefined => setting(name)?.replace(/\/$/, '');

async function find(
  directory: string,
): Promise<{ publicUrl: string; adminUrl: string; stop?: RunningSandbox['stop'] }> {
  const publicUrl = environment('HYDRA_PUBLIC_URL');
  const adminUrl = environment('HYDRA_ADMIN_URL');
  if (publicUrl !== undefined && adminUrl !== undefined) return { publicUrl, adminUrl };
  return startOnFreePorts(directory);
}

/** Starts a sandbox, again with other ports if other tests have taken the free ones. */
async function startOnFreePorts(directory: string, attempts = 5): Promise<RunningSandbox> {
  const port = await freePort();
  const portalUrl = `http://127.0.0.1:${port}`;
  try {
    return await startSandbox({ directory, portalUrl, ports: { public: port, admin: await freePort() } });
  } catch (cause) {
    if (attempts === 0) throw cause;
    return startOnFreePorts(directory, attempts - 1);
  }
}

/** Gives a test file its server: the one at `HYDRA_PUBLIC_URL` and `HYDRA_ADMIN_URL`, or its own sandbox. */
export function useOAuth2Server(): OAuth2Server {
  const server = {} as OAuth2Server;
  const directory = mkdtempSync(path.join(tmpdir(), 'conformance-'));
  const registered: string[] = [];
  let stop: (() => Promise<void>) | undefined;
  beforeAll(async () => {
    const { publicUrl, adminUrl, stop: end } = await find(directory);
    stop = end;
    const api = (basePath: string): Configuration =>
      new Configuration({ basePath, baseOptions: { validateStatus: () => true, maxRedirects: 0 } });
    Object.assign(server, {
      publicUrl,
      adminUrl,
      admin: new OAuth2Api(api(adminUrl)),
      keys: new JwkApi(api(adminUrl)),
      health: new MetadataApi(api(adminUrl)),
      oidc: new OidcApi(api(publicUrl)),
      oauth2: new OAuth2Api(api(publicUrl)),
      client: async (more: OAuth2Client = {}) => {
        const { status, data } = await server.admin.createOAuth2Client({
          oAuth2Client: {
            client_name: 'Harbor Clinic',
            redirect_uris: [callback],
            post_logout_redirect_uris: [afterLogout],
            grant_types: [
              'authorization_code',
              'refresh_token',
              'urn:ietf:params:oauth:grant-type:device_code',
            ],
            response_types: ['code'],
            scope: 'openid profile email offline_access records.read',
            audience: ['https://api.example'],
            token_endpoint_auth_method: 'none',
            ...more,
          },
        });
        if (data.client_id === undefined)
          throw new Error(`no client could be registered: ${status} ${JSON.stringify(data)}`);
        registered.push(data.client_id);
        return { ...data, client_id: data.client_id };
      },
    });
  });
  afterAll(async () => {
    for (const id of registered) await server.admin.deleteOAuth2Client({ id });
    await stop?.();
    rmSync(directory, { recursive: true, force: true });
  });
  return server;
}
