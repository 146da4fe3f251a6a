import { shownName } from '../../shared/shownName.ts';
import { notFound } from '../http/errors.ts';
import { pageUrl } from '../urls/paths.ts';
import { logLines } from './logLines.ts';
import { orNone } from './lookUps.ts';
import type { ConsoleLoader, ConsoleNeeds } from './needs.ts';

const scopesIn = (scope: string | null | undefined): string[] => (scope ?? '').split(' ').filter(Boolean);

/** What an application is called: by its name, or its id. */
export const applicationName = (client: {
  client_id: string;
  client_name?: string | null | undefined;
}): string => shownName(client.client_name ?? '') ?? client.client_id;

/** `GET /manage/applications`: the OAuth2 clients. */
export const applications =
  ({ provider: { hydra } }: ConsoleNeeds): ConsoleLoader =>
  async ({ query }) => {
    if (!hydra) return { page: { name: 'applications', props: { isOff: true } } };
    const after = query.get('after') ?? undefined;
    const page = await orNone(hydra.clientsPage(after));
    const listed = page?.clients.map((client) => ({
      id: client.client_id,
      name: applicationName(client),
      isPublic: client.token_endpoint_auth_method === 'none',
      scopes: scopesIn(client.scope),
      ...(client.client_uri && { uri: client.client_uri }),
    }));
    return {
      page: {
        name: 'applications',
        props: {
          ...(listed && { applications: listed }),
          ...(page?.next !== undefined && { nextUrl: pageUrl('/manage/applications', { after: page.next }) }),
          ...(after !== undefined && { firstUrl: '/manage/applications' }),
        },
      },
    };
  };

/** `GET /manage/applications/{id}`: an OAuth2 client, and what administrators did to it. */
export const application =
  (needs: ConsoleNeeds): ConsoleLoader =>
  async ({ params: { id = '' } }) => {
    const client = await needs.provider.hydra?.consoleClient(id);
    if (!client) throw notFound();
    const { client_id, redirect_uris, grant_types, scope, token_endpoint_auth_method, created_at } = client;
    const log = await orNone(logLines(needs, { identity: client_id, kinds: [] }));
    return {
      page: {
        name: 'application',
        props: {
          id: client_id,
          name: applicationName(client),
          redirects: redirect_uris ?? [],
          scopes: scopesIn(scope),
          grants: grant_types ?? [],
          isPublic: token_endpoint_auth_method === 'none',
          ...(token_endpoint_auth_method && { authentication: token_endpoint_auth_method }),
          ...(created_at && { created: created_at }),
          ...(log && { log: log.lines }),
        },
      },
    };
  };
