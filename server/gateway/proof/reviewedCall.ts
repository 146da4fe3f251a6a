import type { IncomingHttpHeaders } from 'node:http';
import type { Hydra } from '../../provider/hydra.ts';
import type { Identities } from '../../provider/identities.ts';
import type { Kratos } from '../../provider/kratos.ts';
import type { ProviderCookies } from '../../security/cookies/providerCookies.ts';
import type { Call } from '../forward/exchange.ts';
import type { HeldAnswer } from '../forward/heldAnswer.ts';
import type { Send } from './suspects.ts';

/** The options of the review. */
export interface ReviewOptions {
  kratos: Kratos;
  /** Kratos' admin API; without it no credential can be ended. */
  identities?: Identities | undefined;
  /** Undefined if the settings name no Hydra. */
  hydra?: Hydra | undefined;
  cookies: ProviderCookies;
  /** COOKIE_SECRET. */
  secret: string;
  /** The portal's own origin. */
  portalUrl: string;
  /** Whether browsers remember how somebody has signed in: REMEMBER_METHOD. */
  remembersMethods: boolean;
}

/** A call that may sign somebody in or prove an address. */
export interface ReviewedCall {
  call: Call;
  /** The browser's headers. */
  headers: IncomingHttpHeaders;
  /** The headers that the upstream gets. */
  sent: IncomingHttpHeaders;
  body: Buffer;
  /** Makes the call itself. @param changed headers to send in place of the browser's */
  ask: (changed?: IncomingHttpHeaders) => Promise<HeldAnswer>;
  /** Makes further calls to the same upstream. */
  send: Send;
}
