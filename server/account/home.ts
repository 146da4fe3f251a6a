import { passkeyOffer } from './passkeyOffer.ts';
import type { Loader } from '../pages/page.ts';
import { pageUrl } from '../pages/pageUrl.ts';

/** `GET /`: links to the apps and the customer portal, signed in or not, and the offer of a passkey. */
export const home: Loader = async (visit) => {
  const { settings, visitor, url } = visit;
  const { kind } = await visitor();
  if (kind === 'secondFactor') return { redirect: pageUrl('/login', { aal: 'aal2', return_to: url }) };
  const { offer, setCookie } = await passkeyOffer(visit);
  const props = {
    androidAppUrl: settings.ANDROID_APP_URL,
    iosAppUrl: settings.IOS_APP_URL,
    ...(kind === 'unknown' && { unreachable: true }),
    ...(offer && { passkeyOffer: offer }),
  };
  return { page: { name: 'home', props }, setCookie };
};
