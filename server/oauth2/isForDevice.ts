import type { ConsentRequest } from '../provider/challenges.ts';

/**
 * Whether a device asks. Its user must always confirm: somebody else may have sent the code (RFC 8628, section 5.4).
 */
export const isForDevice = ({ request_url: url }: Pick<ConsentRequest, 'request_url'>): boolean =>
  !url || !URL.canParse(url) || new URL(url).pathname.endsWith('/oauth2/device/verify');
