import { fieldsOf } from '../../../shared/fields.ts';
import { frontendRequests } from '../requests.ts';
import type { Check } from './checkProvider.ts';
import { danger } from './finding.ts';

/**
 * Made-up hosts that only a wildcard allows: Kratos compares the ends of hosts. The first is nobody's (RFC 2606, section 2).
 */
const madeUpHosts = (host: string): string[] => ['portal-check.invalid', `portal-check.${host}`];

/** Checks whether Kratos’ `allowed_return_urls` allows hosts that it does not name. */
export const returnUrls: Check = async ({ callPublic }, _address, { PORTAL_URL }) => {
  const { protocol, host } = new URL(PORTAL_URL);
  for (const madeUp of madeUpHosts(host)) {
    const returnTo = `${protocol}//${madeUp}/`;
    const { status, body } = await callPublic(
      frontendRequests.createBrowserLoginFlow(undefined, undefined, returnTo),
    );
    if (status === 200 && fieldsOf(body).return_to === returnTo)
      return [
        danger(
          `Kratos returns to ${returnTo} after a sign-in: whoever controls such a host can take over sign-ins of apps. Remove the wildcard from selfservice.allowed_return_urls, and name each host.`,
        ),
      ];
  }
  return [];
};
