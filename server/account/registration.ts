import type { Loader } from '../pages/page.ts';
import { loadFlow } from './flowPage.ts';
import { linkTo, purposeOf } from '../pages/links.ts';

/** `GET /registration`: create an account. */
export const registration: Loader = async (visit) => {
  const loaded = await loadFlow('registration', visit);
  if ('redirect' in loaded) return loaded;
  const { flow, notice, setCookie } = loaded;
  const props = {
    flow,
    ...(notice && { notice }),
    ...(flow.oauth2_login_challenge && { sentByBrowser: true }),
    loginUrl: linkTo('login', purposeOf(flow, visit), visit),
  };
  return { page: { name: 'registration', props }, setCookie };
};
