import { passedChallenge } from '../../shared/flow/flowState.ts';
import type { Loader } from '../pages/loader.ts';
import { fillAddress } from '../pages/fillAddress.ts';
import type { BrowserCookies } from '../security/cookies/browserCookies.ts';
import { codeUrl } from './codeUrl.ts';
import { loadFlow, logoutForRecovery } from './flowPage.ts';
import { justRecovered } from '../security/cookies/notices.ts';
import { isPrivileged } from '../../shared/sessions.ts';
import type { Visitor } from '../upstreams/session.ts';
import { isRecovery } from '../upstreams/trust.ts';
import { replacedFlow } from '../upstreams/replacedFlow.ts';
import { typedAddress } from './typedAddress.ts';
import { linkTo, purposeOf } from '../urls/links.ts';

/** Whether somebody has recovered their account, recently enough to still choose a password without the old one. */
const hasJustRecovered = (who: Visitor): boolean =>
  who.kind === 'signedIn' &&
  isPrivileged(who.session) &&
  who.session.authentication_methods?.some(({ method = '' }) => isRecovery(method)) === true;

/** `GET /recovery`: recover an account by mail. */
export const recovery =
  (cookies: BrowserCookies): Loader =>
  async (visit) => {
    const loaded = await loadFlow('recovery', visit);
    if ('redirect' in loaded) {
      // in another tab, for example
      const isRecovered = loaded.redirect === logoutForRecovery && hasJustRecovered(await visit.visitor());
      return isRecovered
        ? { redirect: '/settings', setCookie: [justRecovered.set(visit.settings.PORTAL_URL)] }
        : loaded;
    }
    const { notice, setCookie } = loaded;
    const flows = [loaded.flow.id, replacedFlow('recovery', loaded.flow)];
    const typed = typedAddress(flows, visit, cookies);
    const flow = fillAddress(loaded.flow, typed.address);
    const purpose = purposeOf(flow, visit);
    // the user went back: Kratos still sends the form for the code
    if (flow.state === passedChallenge) return { redirect: linkTo('settings', purpose, visit), setCookie };
    const loginUrl = typed.carry(linkTo('login', purpose, visit));
    const props = {
      flow,
      ...(notice && { notice }),
      ...(typed.corrects && { corrects: true }),
      ...(await codeUrl('recovery', flow, visit, cookies)),
      loginUrl,
    };
    return { page: { name: 'recovery', props }, setCookie };
  };
