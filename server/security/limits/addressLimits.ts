import type { Settings } from '../../settings/config.ts';
import type { AddressLimits } from './counters.ts';

/** Returns the settings' limits on forms by address. */
export const addressLimits = (
  settings: Pick<
    Settings,
    | 'RATE_LIMIT_PASSWORDS_PER_QUARTER_HOUR'
    | 'RATE_LIMIT_CODES_PER_QUARTER_HOUR'
    | 'RATE_LIMIT_MAILS_PER_HOUR'
  >,
): AddressLimits => {
  const mails = settings.RATE_LIMIT_MAILS_PER_HOUR;
  const codes = { max: settings.RATE_LIMIT_CODES_PER_QUARTER_HOUR };
  return {
    password: { max: settings.RATE_LIMIT_PASSWORDS_PER_QUARTER_HOUR },
    factor: codes,
    code: codes,
    stranger: { max: mails },
    strangerADay: { max: 5 * mails },
    anyMail: { max: 3 * mails },
  };
};
