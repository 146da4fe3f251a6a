import type { Loader } from '../pages/page.ts';
import { loadFlow } from './flowPage.ts';
import { fillAddress } from '../pages/fillAddress.ts';
import { linkTo, purposeOf } from '../pages/links.ts';
import type { FlowAddress } from '../security/flowAddress.ts';

/**
 * `GET /registration`: create an account.
 *
 * @param flowAddress knows the address of a sign-up that was refused: Kratos shows its form empty to a browser without scripts
 */
export const registration =
  (flowAddress: FlowAddress): Loader =>
  async (visit) => {
    const loaded = await loadFlow('registration', visit);
    if ('redirect' in loaded) return loaded;
    const { notice, setCookie } = loaded;
    const flow = fillAddress(loaded.flow, flowAddress.read(visit.cookie, loaded.flow.id));
    const purpose = purposeOf(flow, visit);
    const props = {
      flow,
      ...(notice && { notice }),
      ...(flow.oauth2_login_challenge && { sentByBrowser: true }),
      loginUrl: linkTo('login', purpose, visit),
      ...(!visit.flowsOff.isOff('recovery') && { recoveryUrl: linkTo('recovery', purpose, visit) }),
    };
    return { page: { name: 'registration', props }, setCookie };
  };
