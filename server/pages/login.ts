import type { Loader } from './page.ts';
import { loadFlow } from './flowPage.ts';
import { pageUrl } from './pageUrl.ts';

/** `GET /login`: sign in, confirm who one is (`refresh`), or pass a second factor (`aal=aal2`). */
export const login: Loader = async (visit) => {
  const loaded = await loadFlow('login', visit);
  if ('redirect' in loaded) return loaded;
  const { flow, notice, setCookie } = loaded;
  const stepUp = flow.refresh === true || flow.requested_aal === 'aal2';
  const onward = { return_to: flow.return_to, login_challenge: flow.oauth2_login_challenge };
  const links = stepUp
    ? { logoutUrl: pageUrl('/logout', { return_to: visit.url }) }
    : {
        signupUrl: pageUrl('/registration', onward),
        forgotPasswordUrl: pageUrl('/recovery', { return_to: flow.return_to }),
      };
  return { page: { name: 'login', props: { flow, ...(notice && { notice }), ...links } }, setCookie };
};
