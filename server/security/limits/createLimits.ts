import type { Request, RequestHandler } from 'express';
import type { Settings } from '../../settings/config.ts';
import { addressLimits } from './addressLimits.ts';
import { createClientLimits, type CountClientCall } from './clientLimits.ts';
import { createFormLimits, type CountForm } from './formLimits.ts';
import { createSessionOwners, type SessionOwners } from './sessionOwners.ts';
import type { LimitStores } from './stores.ts';
import { limitStepUps } from './limitStepUps.ts';
import { limitUserCodes } from './limitUserCodes.ts';
import type { ProviderCookies } from '../cookies/providerCookies.ts';
import { rateLimit } from './rateLimit.ts';

/** All of the portal's limits. The app mounts those that are middleware. */
export interface Limits {
  /** Counts the forms of flows. */
  countForm: CountForm;
  /** Counts the calls that OAuth2 clients authenticate. */
  countClientCall: CountClientCall;
  /** Remembers whose session a request has, once the provider has confirmed it. */
  rememberOwner: SessionOwners['remember'];
  /** Limits posts and reads that may create a flow, by address and person. */
  requests: RequestHandler;
  /** Limits sign-ins to a higher assurance level; for `signInPaths`. */
  stepUps: RequestHandler;
  /** Limit wrong device codes. */
  userCodes: RequestHandler[];
}

/** The settings of the limits, and how to tell whom a request belongs to. */
export interface LimitsOptions {
  settings: Settings;
  /** Where the limits are counted. */
  stores: LimitStores;
  /** Knows the session cookie. */
  cookies: ProviderCookies;
  /** Asks the provider for the identity of a request's session; undefined for none, or if it does not answer. */
  identityOf: (request: Request) => Promise<string | undefined>;
}

/**
 * Creates the limits that the settings ask for.
 *
 * @returns undefined if RATE_LIMIT is off
 */
export function createLimits({ settings, stores, cookies, identityOf }: LimitsOptions): Limits | undefined {
  if (settings.RATE_LIMIT === 'off') return undefined;
  const secret = settings.COOKIE_SECRET;
  const makeStore = stores.counter;
  const owners = createSessionOwners({ secret, cookies, stores, identityOf });
  const countForm = createFormLimits({ secret, cookies, stores, addressLimits: addressLimits(settings) });
  return {
    countForm,
    countClientCall: createClientLimits({
      secret,
      makeStore,
      devicesPerMinute: settings.RATE_LIMIT_DEVICES_PER_MINUTE,
    }),
    rememberOwner: owners.remember,
    requests: rateLimit({
      secret,
      makeStore,
      owners,
      posts: settings.RATE_LIMIT_POSTS_PER_MINUTE,
      reads: settings.RATE_LIMIT_READS_PER_MINUTE,
    }),
    stepUps: limitStepUps(countForm),
    userCodes: limitUserCodes({ secret, owners, makeStore }),
  };
}
