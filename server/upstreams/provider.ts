import { fieldsOf, textIn } from '../../shared/fields.ts';
import { type ObserveCall, observerFor } from './upstreamCall.ts';
import type { Upstream } from '../operations/operation.ts';
import type { Settings } from '../settings/config.ts';
import type { ProviderCookies } from '../security/cookies/providerCookies.ts';
import { readCredentials, type ReadCredentials } from './credentials.ts';
import { createCourier, type Courier } from './courier.ts';
import { createHydra, type Hydra } from './hydra.ts';
import { createKeto, type Keto } from './keto.ts';
import { createKratos, type Kratos } from './kratos.ts';
import { createIdentities, type Identities } from './identities.ts';
import { createTransport, type ProviderAnswer, type Transport, type TransportOptions } from './transport.ts';
import { frontendRequests } from './requests.ts';
import type { ProviderRequest } from './providerRequest.ts';

/** How long an upstream may take to report that it is ready, in milliseconds. */
const readinessMs = 2000;

/** Kratos, Hydra and Keto all have this operation, although none of their contracts lists it any more. */
const readiness: ProviderRequest = { url: '/health/ready', options: {} };
/** So is this one. Only their admin ports have it. */
const version: ProviderRequest = { url: '/version', options: {} };

/** Asks an upstream about itself; undefined if it does not answer within two seconds. */
async function ask({ send }: Transport, request: ProviderRequest): Promise<ProviderAnswer | undefined> {
  try {
    const answer = await send(request, { deadlineMs: readinessMs });
    const { location } = answer.headers;
    if (answer.status < 300 || answer.status >= 400 || typeof location !== 'string') return answer;
    // Kratos' admin port redirects /health/ready to /admin/health/ready
    const { pathname } = new URL(location, 'http://upstream');
    return await send({ ...request, url: pathname }, { deadlineMs: readinessMs });
  } catch {
    return undefined;
  }
}

/** Whether an upstream reports itself ready within two seconds. */
async function isReady(transport: Transport): Promise<boolean> {
  const answer = await ask(transport, readiness);
  return answer !== undefined && answer.status < 300;
}

/** Returns the version that an upstream says it has; undefined if it does not. */
async function versionOf(transport: Transport): Promise<string | undefined> {
  const answer = await ask(transport, version);
  return answer?.status === 200 ? textIn(fieldsOf(answer.body).version) : undefined;
}

/** How long a success counts, in milliseconds: each check writes a flow. */
const validMs = 30_000;

/** Begins a sign-in of an app, which nobody continues. */
const beginning = frontendRequests.createNativeLoginFlow();

/**
 * Creates the check that Kratos can write: it reports itself ready while its database can be read, even if the disk is full or
 * the database has become a read-only copy. The check begins a sign-in, at most once in half a minute while that works.
 */
function createWriteCheck({ send }: Transport): () => Promise<boolean> {
  let validUntil = 0;
  return async () => {
    if (performance.now() < validUntil) return true;
    try {
      const { status } = await send(beginning, { deadlineMs: readinessMs });
      if (status >= 500) return false;
      validUntil = performance.now() + validMs;
      return true;
    } catch {
      return false;
    }
  };
}

/** The portal's own clients of the provider; those without a URL in the settings are undefined. */
export interface Provider {
  kratos: Kratos;
  hydra?: Hydra;
  keto?: Keto;
  /** Reads an identity's credentials, as far as the settings show them. */
  credentials?: ReadCredentials;
  /** Reads identities, and changes what their credentials are worth. */
  identities?: Identities;
  /** Reads the messages that Kratos has sent. */
  courier?: Courier;
  /** Returns what is wrong with each upstream that is not ready, by its kind. */
  failing: () => Promise<Record<string, string>>;
  /** Asks each upstream for its version; undefined for one that does not say it. */
  versions: () => Promise<Record<string, string | undefined>>;
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
  | 'KETO_WRITE_URL'
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
  const { KRATOS_ADMIN_URL: kratosAdmin, KETO_WRITE_URL: ketoWrite } = settings;
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

  const hydraOwn = hydraAdmin === undefined ? undefined : connectAsPortal('hydraAdmin', hydraAdmin);
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
      courier: createCourier(connectAsPortal('kratosAdmin', kratosAdmin)),
    }),
    ...(hydraAdmin !== undefined && {
      hydra: createHydra(connectAsPortal('hydraAdmin', hydraAdmin)),
    }),
    ...(ketoRead !== undefined && {
      keto: createKeto(
        connectAsPortal('ketoRead', ketoRead),
        ketoWrite === undefined ? undefined : connectAsPortal('ketoWrite', ketoWrite),
      ),
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
    versions: async () => {
      const found = await Promise.all(
        checked.map(async ([name, transport]) => {
          const asked = name === 'hydra' ? hydraOwn : transport;
          return [name, asked && (await versionOf(asked))] as const;
        }),
      );
      return Object.fromEntries(found);
    },
    close: () => {
      for (const transport of transports) transport.close();
    },
  };
}
