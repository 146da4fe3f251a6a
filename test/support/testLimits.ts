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
      RATE_LIMIT_POSTS_PER_MINUTE: 60,
      RATE_LIMIT_READS_PER_MINUTE: 300,
      RATE_LIMIT_PASSWORDS_PER_QUARTER_HOUR: 100,
      RATE_LIMIT_CODES_PER_QUARTER_HOUR: 50,
      RATE_LIMIT_MAILS_PER_HOUR: 60,
      RATE_LIMIT_DEVICES_PER_MINUTE: 30,
      ...settings,
    },
  });
