import type Provider from 'oidc-provider';
import type { Artifacts } from './store/artifacts.ts';
import type { Clients } from './store/clients.ts';
import type { Keys } from './store/keys.ts';
import type { Records } from './store/records.ts';

/** What the routes of the sandbox work with. */
export interface Sandbox {
  /** The portal's origin: the issuer, and where the pages for challenges are. */
  portalUrl: string;
  /** Kratos' admin API, which ends the session at Kratos at a logout; undefined where that session stays. */
  kratosAdminUrl: string | undefined;
  provider: Provider;
  artifacts: Artifacts;
  clients: Clients;
  keys: Keys;
  records: Records;
}
