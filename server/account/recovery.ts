import { passedChallenge } from '../../shared/flow/flowState.ts';
import type { Loader } from '../pages/loader.ts';
import { fillAddress } from '../pages/fillAddress.ts';
import type { BrowserCookies } from '../security/cookies/browserCookies.ts';
import { codeUrl } from './codeUrl.ts';
import { loadFlow } from './flowPage.ts';
import { replacedFlow } from '../upstreams/replacedFlow.ts';
import { typedAddress } from './typedAddress.ts';
import { linkTo, purposeOf } from '../urls/links.ts';

/** `GET /recovery`: recover an account by mail. */
export const recovery =
  (cookies: BrowserCookies): Loader =>
  async (visit) => {
    const loaded = await loadFlow('recovery', visit);
    if ('redirect' in loaded) return loaded;
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
