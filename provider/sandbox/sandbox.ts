import type Provider from 'oidc-provider';
import type { Artifacts } from './store/artifacts.ts';
import type { Clients } from './store/clients.ts';
import type { Keys } from './store/keys.ts';
import type { Records } from './store/records.ts';

/** The dependencies of the sandbox's routes. */
export interface Sandbox {
  /** The portal's origin: the issuer, with the pages for challenges. */
  portalUrl: string;
  /** Kratos' admin API, which ends the Kratos session at a logout; undefined if that session stays. */
  kratosAdminUrl: string | undefined;
  provider: Provider;
  artifacts: Artifacts;
  clients: Clients;
  keys: Keys;
  records: Records;
}
