import { classify } from '../../shared/flow/classify.ts';
import { fetchFlow } from '../provider/flows.ts';
import { forgetChange, readChange, sentChange } from '../security/cookies/changeCookie.ts';
import { passkeyOffer } from './passkeyOffer.ts';
import type { Loader, Visit } from '../pages/loader.ts';
import { pageUrl } from '../urls/paths.ts';

/** Whether the visitor has just created the passkey that this page offered. */
async function hasAddedPasskey({ kratos, cookie, settings: { PORTAL_URL } }: Visit): Promise<boolean> {
  const sent = sentChange(cookie, PORTAL_URL);
  if (sent?.change !== 'passkey' || sent.stage !== 'answered') return false;
  const outcome = classify('settings', await kratos.answer(fetchFlow.settings(sent.flow), { cookie }));
  return outcome.kind === 'flow' && readChange(cookie, outcome.flow, PORTAL_URL) !== undefined;
}

/** `GET /`: links to the apps and the customer portal, signed in or not, and the offer to create a passkey. */
export const home: Loader = async (visit) => {
  const { settings, visitor, url } = visit;
  const { kind } = await visitor();
  if (kind === 'secondFactor') return { redirect: pageUrl('/login', { aal: 'aal2', return_to: url }) };
  const passkeyAdded = kind === 'signedIn' && (await hasAddedPasskey(visit));
  const { offer, setCookie = [] } = await passkeyOffer(visit);
  const props = {
    androidAppUrl: settings.ANDROID_APP_URL,
    iosAppUrl: settings.IOS_APP_URL,
    ...(kind === 'unknown' && { unreachable: true }),
    ...(visit.flowsOff.isOff('registration') && { signUpOff: true }),
    ...(offer && { passkeyOffer: offer }),
    ...(passkeyAdded && { passkeyAdded }),
  };
  const cookies = passkeyAdded ? [...setCookie, forgetChange(settings.PORTAL_URL)] : setCookie;
  return { page: { name: 'home', props }, setCookie: cookies };
};
