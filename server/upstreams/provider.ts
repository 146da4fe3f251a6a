import { observerFor, type ObserveCall } from './upstreamCall.ts';
import type { Upstream } from '../operations/operation.ts';
import type { Settings } from '../settings/config.ts';
import type { ProviderCookies } from '../security/cookies/providerCookies.ts';
import { readCredentials, type ReadCredentials } from './credentials.ts';
import { createHydra, type Hydra } from './hydra.ts';
import { createKeto, type Keto } from './keto.ts';
import { createKratos, type Kratos } from './kratos.ts';
import { createIdentities, type Identities } from './identities.ts';
import { createWriteCheck } from './createWriteCheck.ts';
import { isReady } from './isReady.ts';
import { createTransport, type Transport, type TransportOptions } from './transport.ts';

/** The portal's own clients of the provider; those without a URL in the settings are undefined. */
export interface Provider {
  kratos: Kratos;
  hydra?: Hydra;
  keto?: Keto;
  /** Reads an identity's credentials, as far as the settings show them. */
  credentials?: ReadCredentials;
  /** Reads identities, and changes what their credentials are worth. */
  identities?: Identities;
  /** Returns what is wrong with each upstream that is not ready, by its kind. */
  failing: () => Promise<Record<string, string>>;
  /** Closes the connections. */
  close: () => void;
}

/** The settings that name the provider. */
export type ProviderSettings = Pick<
  Settings,
  | 'KRATOS_PUBLIC_URL'
  | 'KRATOS_ADMIN_URL'
  | 'HYDRA_PUBLIC_URL'
  | 'HYDRA_ADMIN_URL'
  | 'KETO_READ_URL'
  | 'ORY_ADMIN_API_TOKEN'
  | 'PORTAL_URL'
  | 'PROVIDER_TIMEOUT_MS'
>;

/** Connects to the provider that the settings name. */
export function createProvider(
  settings: ProviderSettings,
  cookies: ProviderCookies,
  observeCall?: ObserveCall,
): Provider {
  const { PROVIDER_TIMEOUT_MS: timeoutMs, ORY_ADMIN_API_TOKEN: adminToken } = settings;
  const transports: Transport[] = [];
  const connect = (
    upstream: Upstream,
    url: string,
    more: Pick<TransportOptions, 'headers' | 'deadlineMs'> = {},
  ): Transport => {
    const observe = observerFor(upstream, observeCall);
    const transport = createTransport({ url, timeoutMs, observe, ...more });
    transports.push(transport);
    return transport;
  };
  const headers = adminToken === undefined ? undefined : { authorization: `Bearer ${adminToken}` };
  /** Connects with the portal's own token for the provider. */
  const connectAsPortal = (upstream: Upstream, url: string): Transport =>
    connect(upstream, url, { headers, deadlineMs: timeoutMs });
  const { KRATOS_PUBLIC_URL: kratosUrl, HYDRA_ADMIN_URL: hydraAdmin, KETO_READ_URL: ketoRead } = settings;
  const { KRATOS_ADMIN_URL: kratosAdmin } = settings;
  // separate connections: otherwise readiness checks would wait behind visitors' calls
  const checked = (
    [
      ['kratos', 'kratosPublic', kratosUrl],
      ['kratosAdmin', 'kratosAdmin', kratosAdmin],
      ['hydra', 'hydraPublic', settings.HYDRA_PUBLIC_URL],
      ['keto', 'ketoRead', ketoRead],
    ] as const
  ).flatMap(([name, upstream, url]): [string, Transport][] =>
    url === undefined ? [] : [[name, connect(upstream, url)]],
  );

  const kratosWrites = createWriteCheck(connect('kratosPublic', kratosUrl));

  return {
    kratos: createKratos({
      transport: connect('kratosPublic', kratosUrl),
      portalUrl: settings.PORTAL_URL,
      cookies,
      timeoutMs,
    }),
    ...(kratosAdmin !== undefined && {
      credentials: readCredentials(connectAsPortal('kratosAdmin', kratosAdmin)),
      identities: createIdentities(connectAsPortal('kratosAdmin', kratosAdmin)),
    }),
    ...(hydraAdmin !== undefined && {
      hydra: createHydra(connectAsPortal('hydraAdmin', hydraAdmin)),
    }),
    ...(ketoRead !== undefined && {
      keto: createKeto(connectAsPortal('ketoRead', ketoRead)),
    }),
    failing: async () => {
      const [writes, ...ready] = await Promise.all([
        kratosWrites(),
        ...checked.map(([, transport]) => isReady(transport)),
      ]);
      return {
        ...(!writes && { kratos: 'cannot begin a sign-in' }),
        ...Object.fromEntries(
          checked.filter((_, index) => !ready[index]).map(([name]) => [name, 'not ready']),
        ),
      };
    },
    close: () => {
      for (const transport of transports) transport.close();
    },
  };
}
