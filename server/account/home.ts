import type { Loader } from '../pages/page.ts';
import { pageUrl } from '../pages/pageUrl.ts';

/** `GET /`: links to the apps and the customer portal, signed in or not. */
export const home: Loader = async ({ settings, visitor, url }) => {
  const { kind } = await visitor();
  if (kind === 'secondFactor') return { redirect: pageUrl('/login', { aal: 'aal2', return_to: url }) };
  const props = {
    androidAppUrl: settings.ANDROID_APP_URL,
    iosAppUrl: settings.IOS_APP_URL,
    ...(kind === 'unknown' && { unreachable: true }),
  };
  return { page: { name: 'home', props } };
};
