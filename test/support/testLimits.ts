import { providerCookies } from '../../server/security/cookies/providerCookies.ts';
import { createLimits, type Limits, type LimitsOptions } from '../../server/security/limits/createLimits.ts';
import { inMemory } from '../../server/security/limits/stores.ts';

type Overrides = Partial<LimitsOptions['settings'] & Omit<LimitsOptions, 'settings'>>;

/** Creates the portal's limits with the default settings. By default the provider confirms no session. */
export const testLimits = ({
  makeStore = inMemory,
  identityOf = () => Promise.resolve(undefined),
  ...settings
}: Overrides = {}): Limits =>
  createLimits({
    makeStore,
    identityOf,
    cookies: providerCookies('ory_kratos_session'),
    settings: {
      COOKIE_SECRET: 'a secret',
      PEOPLE_PER_ADDRESS: 10,
      ...settings,
    },
  });
