import { notFound } from '../http/errors.ts';
import { pageUrl } from '../urls/paths.ts';
import { logLines } from './logLines.ts';
import { orNone } from './lookUps.ts';
import { applicationName } from './nameOf.ts';
import { shown, type ConsoleLoader, type ConsoleNeeds } from './needs.ts';

const scopesIn = (scope: string | null | undefined): string[] => (scope ?? '').split(' ').filter(Boolean);

/** Reads the client that a path names, see `applicationUrl`; undefined for none. @throws PortalError 502 or 504 when Hydra does not answer */
export async function clientAt(segment: string, { provider: { hydra } }: Pick<ConsoleNeeds, 'provider'>) {
  try {
    return await hydra?.consoleClient(decodeURIComponent(segment.replaceAll('~', '%')));
  } catch (error) {
    // an address that somebody has made up
    if (error instanceof URIError) return undefined;
    throw error;
  }
}

/** `GET /manage/applications`: the OAuth2 clients. */
export const applications =
  ({ provider: { hydra } }: ConsoleNeeds): ConsoleLoader =>
  async ({ query }) => {
    if (!hydra) return shown('applications', { isOff: true });
    const after = query.get('after') ?? undefined;
    const page = await orNone(hydra.clientsPage(after));
    const listed = page?.items.map((client) => ({
      id: client.client_id,
      name: applicationName(client),
      isPublic: client.token_endpoint_auth_method === 'none',
      scopes: scopesIn(client.scope),
      ...(client.client_uri && { uri: client.client_uri }),
    }));
    return shown('applications', {
      ...(listed && { applications: listed }),
      ...(page?.next !== undefined && { nextUrl: pageUrl('/manage/applications', { after: page.next }) }),
      ...(after !== undefined && { firstUrl: '/manage/applications' }),
    });
  };

/** `GET /manage/applications/{id}`: an OAuth2 client, and what administrators did to it. */
export const application =
  (needs: ConsoleNeeds): ConsoleLoader =>
  async ({ params: { id = '' } }) => {
    const client = await clientAt(id, needs);
    if (!client) throw notFound();
    const { client_id, redirect_uris, grant_types, scope, token_endpoint_auth_method, created_at } = client;
    const log = await orNone(logLines(needs, { client: client_id }));
    return shown('application', {
      id: client_id,
      name: applicationName(client),
      redirects: redirect_uris ?? [],
      scopes: scopesIn(scope),
      grants: grant_types ?? [],
      isPublic: token_endpoint_auth_method === 'none',
      ...(token_endpoint_auth_method && { authentication: token_endpoint_auth_method }),
      ...(created_at && { created: created_at }),
      ...(log && { log: log.lines }),
    });
  };
