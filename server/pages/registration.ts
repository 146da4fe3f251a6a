import type { Loader } from './page.ts';
import { loadFlow } from './flowPage.ts';
import { pageUrl } from './pageUrl.ts';

/** `GET /registration`: make an account. */
export const registration: Loader = async (visit) => {
  const loaded = await loadFlow('registration', visit);
  if ('redirect' in loaded) return loaded;
  const { flow, notice, setCookie } = loaded;
  const loginUrl = pageUrl('/login', {
    return_to: flow.return_to,
    login_challenge: flow.oauth2_login_challenge,
  });
  return { page: { name: 'registration', props: { flow, ...(notice && { notice }), loginUrl } }, setCookie };
};
