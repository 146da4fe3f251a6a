import type { Settings } from '../../settings/config.ts';
import type { ProviderCookies } from '../cookies/providerCookies.ts';
import { createClientLimits } from './clientLimits.ts';
import { createFormLimits } from './formLimits.ts';
import { countHelpWith } from './helpLimits.ts';
import { createLimiter } from './limiter.ts';
import { addressKey, keysWith } from './limitParts.ts';
import { createLockouts } from '../lockouts.ts';
import type { LimitSettings } from './limits.ts';
import { limitRequests, limitStepUps, limitUserCodes } from './requestLimits.ts';
import { createSessionOwners, type IdentityOf } from './sessionOwners.ts';
import type { MakeStore } from './stores.ts';

/** The settings of the limits, and how to tell whom a request belongs to. */
export interface LimitsOptions {
  settings: LimitSettings & Pick<Settings, 'COOKIE_SECRET'>;
  /** Creates the stores in which the limits count and remember. */
  makeStore: MakeStore;
  /** Knows the session cookie. */
  cookies: ProviderCookies;
  identityOf: IdentityOf;
}

/** Creates the limits. The app mounts those that are middleware. */
export function createLimits({ settings, makeStore, cookies, identityOf }: LimitsOptions) {
  const keyOf = keysWith(settings.COOKIE_SECRET);
  const parts = { keyOf, cookies, makeStore, limiter: createLimiter(settings, makeStore) };
  const owners = createSessionOwners(parts, identityOf);
  const lockouts = createLockouts(parts, settings.COOKIE_SECRET);
  const countForm = createFormLimits({ ...parts, lockouts });
  return {
    /** Knows which limits refuse an account, and lifts them. */
    lockouts,
    /** Counts the forms of flows. */
    countForm,
    /** Counts the calls that OAuth2 clients authenticate. */
    countClientCall: createClientLimits(parts),
    /** Counts what members of the console do for people. */
    countHelp: countHelpWith(parts),
    /** Remembers whose session a request has, once the provider has confirmed it. */
    rememberOwner: owners.remember,
    /** Limits posts and reads that may create a flow, by address and person. */
    requests: limitRequests({ ...parts, owners }),
    /** Limits sign-ins to a higher assurance level; for `signInPaths`. */
    stepUps: limitStepUps(countForm),
    /** Counts the fetch of a client's document. @throws PortalError 429 */
    countDocument: (host: string, address: string | undefined) =>
      parts.limiter.admit(
        parts.limiter.hits('client document', {
          host: [keyOf('host', host)],
          address: [addressKey(keyOf, address)],
        }),
      ),
    /** Limits wrong device codes. */
    userCodes: limitUserCodes({ ...parts, owners }),
  };
}

/** All of the portal's limits. */
export type Limits = ReturnType<typeof createLimits>;
